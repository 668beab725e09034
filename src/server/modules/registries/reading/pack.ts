// Loaded by the thread that reads a file: nothing here may need the library of the database, which takes longer to load
// than a small file to read.
import type { RegistryKind } from '#domain/registries/registry-columns.ts';
import { copyLine, copyValue } from '#server/platform/database/copy-text.ts';
import type { Secrets } from '#server/platform/secrets/secrets.ts';
import { cellsContext, contentContext, personContext, plainCodes, type SealedPerson, sealedColumns } from '../kinds.ts';
import type { ReadRow, Staged } from './reading.types.ts';

/** What the table wants where the file has left a cell empty. */
const defaultCodes: Readonly<Record<string, string>> = { tz: 'Europe/Moscow', contactFlag: 'allowed' };

/** Whose rows they are. */
export interface StagedOf {
  readonly id: number;
  readonly kind: RegistryKind;
}

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

function rowLine(secrets: Secrets, { id, kind }: StagedOf, given: ReadRow): string {
  const row = given.row as Readonly<Record<string, string | number | null | undefined>>;
  const plain = plainCodes[kind].map((code) => copyValue(row[code] ?? defaultCodes[code])).join('\t');
  const person = personOf(row);
  const hasProblems = given.problems.length > 0;
  const own = [
    id,
    given.rowNo,
    !given.ok,
    hasProblems,
    contentHash(secrets, plain, person),
    person && secrets.seal(personContext, person),
    // Only what somebody may put right, and the values do not say, is kept as it was written.
    hasProblems && given.rawCells.length > 0 ? secrets.seal(cellsContext, given.rawCells) : null,
  ];
  return `${own.map(copyValue).join('\t')}\t${plain}\n`;
}

/** By this two rows are known to say the same. Keyed, for a passport is easily guessed when all the rest is known. */
function contentHash(secrets: Secrets, plain: string, person: SealedPerson | null): string {
  return `\\x${secrets.mark(contentContext, person ? `${plain}\n${JSON.stringify(person)}` : plain, 'hex')}`;
}

/** The part of a row that is kept sealed, or null when the file says nothing of it. */
function personOf(row: Readonly<Record<string, unknown>>): SealedPerson | null {
  let person: SealedPerson | null = null;
  for (const code of sealedColumns) {
    const value = row[code];
    if (typeof value !== 'string') continue;
    person ??= {};
    person[code] = value;
  }
  return person;
}
