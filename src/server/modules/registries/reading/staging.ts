import { sql } from 'kysely';
import type { RegistryKind } from '#domain/registries/registry-columns.ts';
import { copyInto } from '#server/platform/database/copy-in.ts';
import type { Tx } from '#server/platform/database/db.ts';
import type { Secrets } from '#server/platform/secrets/secrets.ts';
import { plainCodes, snakeCase } from '../kinds.ts';
import { packRows, type StagedOf } from './pack.ts';
import type { ReadRow, Staged } from './reading.types.ts';

const ownColumns = ['registry_id', 'row_no', 'broken', 'warned', 'content_hash', 'person_sealed', 'cells_sealed'];
const rowColumns: Record<RegistryKind, readonly string[]> = {
  full: [...ownColumns, ...plainCodes.full.map(snakeCase)],
  simple: [...ownColumns, ...plainCodes.simple.map(snakeCase)],
};
const problemColumns = ['registry_id', 'row_no', 'found_in', 'column_code', 'severity', 'code', 'message', 'value'];

/** Writes packed rows and what is wrong with them. */
export async function stagePacked(tx: Tx, kind: RegistryKind, staged: readonly Staged[]): Promise<void> {
  const [rows, problems] = [staged.map((one) => one.rows), staged.map((one) => one.problems)];
  await copyInto(tx, 'registry_rows', rowColumns[kind], rows);
  await copyInto(tx, 'registry_problems', problemColumns, problems);
}

/** Packs and writes judged rows at once. */
export const stageRows = (tx: Tx, secrets: Secrets, registry: StagedOf, rows: readonly ReadRow[]): Promise<void> =>
  stagePacked(tx, registry.kind, [packRows(secrets, registry, rows)]);

/** Puts a row that was judged again in the place of the former one. */
export async function restageRow(tx: Tx, secrets: Secrets, registry: StagedOf, row: ReadRow): Promise<void> {
  const own = { registryId: registry.id, rowNo: row.rowNo };
  await sql`delete from registry_problems where registry_id = ${own.registryId} and row_no = ${own.rowNo}
    and found_in = 'file'`.execute(tx);
  await sql`delete from registry_rows where registry_id = ${own.registryId} and row_no = ${own.rowNo}`.execute(tx);
  await stageRows(tx, secrets, registry, [row]);
}
