import { sql } from 'kysely';
import type { RegistryKind } from '#domain/registry-columns.ts';
import type { Problem } from '#domain/registry-problems.ts';
import type { Tx } from '#server/platform/db.ts';
import type { Secrets } from '#server/platform/secrets.ts';
import { cellsPlace, hashPlace, personPlace, plainCodes, type SealedPerson, sealedColumns, snake } from './kinds.ts';
import type { ReadRow } from './reading.types.ts';

/** What the table wants where the file has left a cell empty. */
const usual: Readonly<Record<string, string>> = { tz: 'Europe/Moscow', contactFlag: 'allowed' };

/** A row as the dry run keeps it; the names are those of the columns of `registry_rows`. */
interface StagedRow {
  row_no: number;
  broken: boolean;
  warned: boolean;
  debtor_inn: unknown;
  contract_number: unknown;
  contract_date: unknown;
  external_id: unknown;
  content_hash: string;
  content: Record<string, unknown>;
  person_sealed: string | null;
  cells_sealed: string | null;
}

/** Writes a batch of judged rows and what is wrong with them. */
export async function stageRows(
  tx: Tx,
  secrets: Secrets,
  registry: { id: number; kind: RegistryKind },
  rows: readonly ReadRow[],
): Promise<void> {
  const staged = JSON.stringify(rows.map((row) => stagedRow(secrets, registry.kind, row)));
  await sql`
    insert into registry_rows (registry_id, row_no, broken, warned, debtor_inn, contract_number, contract_date,
      external_id, content_hash, content, person_sealed, cells_sealed)
    select ${registry.id}::bigint, row_no, broken, warned, debtor_inn, contract_number, contract_date,
      external_id, decode(content_hash, 'base64'), content, person_sealed, cells_sealed
    from jsonb_to_recordset(${staged}::jsonb) as given (row_no int, broken boolean, warned boolean, debtor_inn text,
      contract_number text, contract_date date, external_id text, content_hash text, content jsonb, person_sealed text,
      cells_sealed text)`.execute(tx);
  await noteProblems(tx, registry.id, rows);
}

/** Puts a row that was judged again in the place of the former one. */
export async function restageRow(
  tx: Tx,
  secrets: Secrets,
  registry: { id: number; kind: RegistryKind },
  row: ReadRow,
): Promise<void> {
  const own = { registryId: registry.id, rowNo: row.rowNo };
  await sql`delete from registry_problems where registry_id = ${own.registryId} and row_no = ${own.rowNo}
    and found_in = 'file'`.execute(tx);
  await sql`delete from registry_rows where registry_id = ${own.registryId} and row_no = ${own.rowNo}`.execute(tx);
  await stageRows(tx, secrets, registry, [row]);
}

async function noteProblems(tx: Tx, registryId: number, rows: readonly ReadRow[]): Promise<void> {
  const problems = rows.flatMap(({ rowNo, problems: found }) => found.map((problem) => noted(rowNo, problem)));
  if (problems.length === 0) return;
  await sql`
    insert into registry_problems (registry_id, row_no, found_in, column_code, severity, code, message, value)
    select ${registryId}::bigint, row_no, 'file', column_code, severity, code, message, value
    from jsonb_to_recordset(${JSON.stringify(problems)}::jsonb) as given (row_no int, column_code text, severity text,
      code text, message text, value text)`.execute(tx);
}

const noted = (rowNo: number, { column, severity, code, message, masked }: Problem) => ({
  row_no: rowNo,
  column_code: column,
  severity,
  code,
  message,
  value: masked,
});

function stagedRow(secrets: Secrets, kind: RegistryKind, given: ReadRow): StagedRow {
  const row = given.row as Readonly<Record<string, unknown>>;
  const content: Record<string, unknown> = {};
  for (const code of plainCodes[kind]) {
    const value = row[code] ?? usual[code];
    if (value !== undefined) content[snake(code)] = value;
  }
  const person = personOf(row);
  const hasProblems = given.problems.length > 0;
  return {
    row_no: given.rowNo,
    broken: !given.ok,
    warned: hasProblems,
    debtor_inn: row['debtorInn'] ?? null,
    contract_number: row['contractNumber'] ?? null,
    contract_date: row['contractDate'] ?? null,
    external_id: row['externalId'] ?? null,
    content_hash: Buffer.from(secrets.mark(hashPlace, JSON.stringify([content, person])), 'base64url').toString(
      'base64',
    ),
    content,
    person_sealed: person && secrets.seal(personPlace, person),
    // Only what somebody may put right is kept as it was written.
    cells_sealed: hasProblems ? secrets.seal(cellsPlace, given.rawCells) : null,
  };
}

/** The part of a row that is kept sealed, or null when the file says nothing of it. */
function personOf(row: Readonly<Record<string, unknown>>): SealedPerson | null {
  const known = sealedColumns.flatMap((code) => (typeof row[code] === 'string' ? [[code, row[code]] as const] : []));
  return known.length === 0 ? null : (Object.fromEntries(known) as SealedPerson);
}
