import type { Problem, ProblemCode } from '#domain/registries/registry-problems.ts';
import { judgeRow } from '#domain/registries/registry-row.ts';
import type { Column } from '#domain/registries/registry-rules.ts';
import { serverDay } from '#web/ui/clock.ts';
import type { DryRow } from '../kind.ts';

/** The cells of a row as texts, by column. */
export type Cells = Readonly<Record<string, string | null>>;
/** What is wrong with a row, by column; `''` is the row as a whole. */
type RowErrors = Readonly<Record<string, string>>;

/** Only the server knows what else is loaded and under way; everything else is judged here by the same rules. */
const serverOnly: readonly ProblemCode[] = [
  'DUP_FILE',
  'DUP_DB',
  'IN_DEAL',
  'DISOWNED',
  'ABOVE_RESTORED',
  'TEMPLATE_OLD',
];

/** Judges a row as it is in the grid, by the rules that the server has for it. */
export function rowErrors(columns: readonly Column[], cells: Cells, known: DryRow['problems']): RowErrors {
  const inOrder = columns.map(({ code }) => cells[code] ?? null);
  const judged: readonly Pick<Problem, 'column' | 'severity' | 'message'>[] = judgeRow(columns, inOrder, {
    today: serverDay(),
    // What is above a ceiling is only warned of, and here errors are mended.
    caps: [],
    right: 'lender',
  }).problems;
  const foreign = known.filter(({ code }) => serverOnly.includes(code));
  const errors = [...judged, ...foreign].filter(({ severity }) => severity === 'error');
  return Object.fromEntries(errors.map(({ column, message }) => [column ?? '', message]));
}
