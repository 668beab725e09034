import { type RawBuilder, sql } from 'kysely';
import type { RegistryKind } from '#domain/registries/registry-columns.ts';
import { plainCodes, snake } from '../kinds.ts';

/** The columns of the file as one value of JSON, from a table that has them; `of` is its name in the query. */
export const contentOf = (kind: RegistryKind, of: string): RawBuilder<Record<string, string | number | null>> =>
  sql.raw(`jsonb_build_object(${plainCodes[kind].map((code) => `'${snake(code)}', ${of}.${snake(code)}`).join(', ')})`);
