import type { Cell } from '#domain/registries/cell.ts';
import { type RegistryKind, registryColumns } from '#domain/registries/registry-columns.ts';
import { cellsSaying } from '#domain/registries/registry-row.ts';
import type { Secrets } from '#server/platform/secrets/secrets.ts';
import { contentOf } from '../entries/entry-content.ts';
import { cellsPlace, personPlace, type SealedPerson, snake } from '../kinds.ts';

/** What is kept of a row of the dry run, as far as its cells can be told from it. */
interface KeptRow {
  readonly warned: boolean;
  readonly cellsSealed: string | null;
  readonly personSealed: string | null;
  readonly content: Readonly<Record<string, unknown>>;
}

/** What to select of `registry_rows r` for `keptCells`. */
export const keptColumns = (kind: RegistryKind) =>
  ['r.warned', 'r.cellsSealed', 'r.personSealed', contentOf(kind, 'r').as('content')] as const;

/**
 * The cells of a row that somebody may put right, in the order of the columns: as the file has them, or written anew from
 * the values where those say the same. Null for a row that nothing is wrong with.
 */
export function keptCells(secrets: Secrets, kind: RegistryKind, row: KeptRow): readonly Cell[] | null {
  if (row.cellsSealed !== null) return secrets.open<Cell[]>(cellsPlace, row.cellsSealed);
  if (!row.warned) return null;
  const person = row.personSealed === null ? {} : secrets.open<SealedPerson>(personPlace, row.personSealed);
  const columns = registryColumns[kind];
  const plain = Object.fromEntries(columns.map(({ code }) => [code, row.content[snake(code)]]));
  return cellsSaying(columns, { ...plain, ...person });
}
