import { type RawBuilder, sql } from 'kysely';
import type { RegistryKind } from '#domain/registries/registry-columns.ts';
import type { EntryContent } from '#domain/registries/registry-entry.ts';
import { plainCodes, snakeCase } from '../kinds.ts';

/** The columns of the file as one value of JSON, from a table that has them; `of` is its name in the query. */
export const contentOf = (kind: RegistryKind, of: string): RawBuilder<EntryContent> =>
  sql.raw(
    `jsonb_build_object(${plainCodes[kind].map((code) => `'${snakeCase(code)}', ${of}.${snakeCase(code)}`).join(', ')})`,
  );
