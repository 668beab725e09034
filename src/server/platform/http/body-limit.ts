import { boundOf } from '#contract/kernel/bounds.ts';
import type { Operation } from '#contract/kernel/op.ts';

/** Room for what a schema does not count: spaces and line ends between the parts, the fences of a form. */
const slackBytes = 16 * 1024;

/**
 * How many bytes the body of an operation may have, its file aside: the longest input that the contract accepts, so
 * that whatever is longer is refused before it is parsed.
 */
export const bodyLimitOf = ({ def: { body } }: Operation): number => slackBytes + (body ? boundOf(body).bytes : 0);
