import type { Result } from '#contract/kernel/op.ts';
import type { individualCategories, legalEntityTypes } from '#contract/platform/dictionaries.ts';

/** The operations of a dictionary: all dictionaries are kept in one way. */
export type Dictionary = typeof legalEntityTypes | typeof individualCategories;

export type Item = Result<Dictionary['get']>;
