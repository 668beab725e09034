import type { Cell } from '#domain/registries/cell.ts';
import { type RegistryKind, registryColumns } from '#domain/registries/registry-columns.ts';
import type { EntryContent } from '#domain/registries/registry-entry.ts';
import { cellsSaying } from '#domain/registries/registry-row.ts';
import type { Secrets } from '#server/platform/secrets/secrets.ts';
import { contentOf } from '../entries/entry-content.ts';
import { cellsContext, personContext, type SealedPerson, snakeCase } from '../kinds.ts';

/** What is stored of a row of the dry run, as far as its cells follow from it. */
interface StoredRow {
  readonly warned: boolean;
  readonly cellsSealed: string | null;
  readonly personSealed: string | null;
  readonly content: EntryContent;
}

/** What to select of `registry_rows r` for `storedCells`. */
export const storedCellColumns = (kind: RegistryKind) =>
  ['r.warned', 'r.cellsSealed', 'r.personSealed', contentOf(kind, 'r').as('content')] as const;

/**
 * The cells of a row that somebody may put right, in the order of the columns: as the file has them, or written anew from
 * the values where those say the same. Null for a row that nothing is wrong with.
 */
export function storedCells(secrets: Secrets, kind: RegistryKind, row: StoredRow): readonly Cell[] | null {
  if (row.cellsSealed !== null) return secrets.open<Cell[]>(cellsContext, row.cellsSealed);
  if (!row.warned) return null;
  const person = row.personSealed === null ? {} : secrets.open<SealedPerson>(personContext, row.personSealed);
  const columns = registryColumns[kind];
  const plain = Object.fromEntries(columns.map(({ code }) => [code, row.content[snakeCase(code)]]));
  return cellsSaying(columns, { ...plain, ...person });
}
