import { sql } from 'kysely';
import type { RegistryKind } from '#domain/registry-columns.ts';
import { type CopyText, copyInto, copyLine, copyValue } from '#server/platform/copy-in.ts';
import type { Tx } from '#server/platform/db.ts';
import type { Secrets } from '#server/platform/secrets.ts';
import { cellsPlace, hashPlace, personPlace, plainCodes, type SealedPerson, sealedColumns, snake } from './kinds.ts';
import type { ReadRow } from './reading.types.ts';

/** What the table wants where the file has left a cell empty. */
const usual: Readonly<Record<string, string>> = { tz: 'Europe/Moscow', contactFlag: 'allowed' };

/** Judged rows as the tables of the dry run take them. */
export interface Staged {
  readonly rows: CopyText;
  readonly problems: CopyText;
}

/** Whose rows they are. */
export interface StagedOf {
  readonly id: number;
  readonly kind: RegistryKind;
}

const ownColumns = ['registry_id', 'row_no', 'broken', 'warned', 'content_hash', 'person_sealed', 'cells_sealed'];
const rowColumns: Record<RegistryKind, readonly string[]> = {
  full: [...ownColumns, ...plainCodes.full.map(snake)],
  simple: [...ownColumns, ...plainCodes.simple.map(snake)],
};
const problemColumns = ['registry_id', 'row_no', 'found_in', 'column_code', 'severity', 'code', 'message', 'value'];

/** Makes a batch of judged rows ready for the database. The thread that reads a file does it, so that nobody waits. */
export function packRows(secrets: Secrets, registry: StagedOf, rows: readonly ReadRow[]): Staged {
  let lines = '';
  let problems = '';
  for (const row of rows) {
    lines += rowLine(secrets, registry, row);
    for (const { column, severity, code, message, masked } of row.problems) {
      problems += copyLine([registry.id, row.rowNo, 'file', column, severity, code, message, masked]);
    }
  }
  const encoder = new TextEncoder();
  return { rows: encoder.encode(lines), problems: encoder.encode(problems) };
}

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

function rowLine(secrets: Secrets, { id, kind }: StagedOf, given: ReadRow): string {
  const row = given.row as Readonly<Record<string, string | number | null | undefined>>;
  const plain = plainCodes[kind].map((code) => copyValue(row[code] ?? usual[code])).join('\t');
  const person = personOf(row);
  const hasProblems = given.problems.length > 0;
  const own = [
    id,
    given.rowNo,
    !given.ok,
    hasProblems,
    contentHash(secrets, plain, person),
    person && secrets.seal(personPlace, person),
    // Only what somebody may put right, and the values do not tell, is kept as it was written.
    hasProblems && given.rawCells.length > 0 ? secrets.seal(cellsPlace, given.rawCells) : null,
  ];
  return `${own.map(copyValue).join('\t')}\t${plain}\n`;
}

/** By this two rows are known to say the same. Keyed, for a passport is easily guessed when all the rest is known. */
function contentHash(secrets: Secrets, plain: string, person: SealedPerson | null): string {
  const mark = secrets.mark(hashPlace, person ? `${plain}\n${JSON.stringify(person)}` : plain);
  return `\\x${Buffer.from(mark, 'base64url').toString('hex')}`;
}

/** The part of a row that is kept sealed, or null when the file says nothing of it. */
function personOf(row: Readonly<Record<string, unknown>>): SealedPerson | null {
  const known = sealedColumns.flatMap((code) => (typeof row[code] === 'string' ? [[code, row[code]] as const] : []));
  return known.length === 0 ? null : (Object.fromEntries(known) as SealedPerson);
}
