import { zoneOfAddress } from '../places/regions.ts';
import { labelOf } from '../values/choice.ts';
import { formatDay, toDay } from '../values/days.ts';
import { maskInn } from '../values/masks.ts';
import { formatAmount, kopecks } from '../values/money.ts';
import { type Cell, cellText } from './cell.ts';
import { type Circumstances, checkRow } from './registry-checks.ts';
import type { Problem, Severity } from './registry-problems.ts';
import type { Column, RowOf, Rule } from './registry-rules.ts';
import { type Remark, readValue, type Value } from './registry-values.ts';

/** A judged row: whole when it has no errors; otherwise what could be read of it, null for the rest. */
type Judged<Columns extends readonly Column[]> =
  | { readonly ok: true; readonly row: RowOf<Columns>; readonly problems: readonly Problem[] }
  | { readonly ok: false; readonly row: Partly<RowOf<Columns>>; readonly problems: readonly Problem[] };

export type Partly<Row> = { readonly [Code in keyof Row]: Row[Code] | null };

/**
 * Judges one row of a registry. `cells` are in the order of `columns`; a cell that the file does not have is null or
 * missing. The same judge works for a file, for a cell corrected in the browser and for a row typed by hand.
 */
export function judgeRow<const Columns extends readonly Column[]>(
  columns: Columns,
  cells: readonly (Cell | undefined)[],
  circumstances: Circumstances,
): Judged<Columns> {
  const row: Record<string, Value | null> = {};
  const problems: Problem[] = [];
  for (let index = 0; index < columns.length; index++) {
    const column = columns[index]!;
    const cell = cells[index] ?? null;
    const found = judgeCell(column, cell, circumstances);
    row[column.code] = isRemark(found) ? found.value : found;
    if (isRemark(found)) problems.push(problemOf(column, cell, found));
  }
  setClock(row, problems);
  judgeTogether(columns, cells, row, circumstances, problems);
  const ok = problems.every(({ severity }) => severity === 'warning');
  return { ok, row, problems } as unknown as Judged<Columns>;
}

/** Without a clock of its own a row has that of its address (docs/domain.md §14, columns 15 and 16). */
function setClock(row: Record<string, Value | null>, problems: readonly Problem[]): void {
  const address = row['regAddress'];
  if (row['tz'] !== null || typeof address !== 'string' || problems.some(({ column }) => column === 'tz')) return;
  row['tz'] = zoneOfAddress(address);
}

/** The cells that say what a right row says, in the order of the columns: judged again, they give the same values. */
export function cellsSaying(columns: readonly Column[], row: Readonly<Record<string, unknown>>): Cell[] {
  return columns.map(({ code, rule }) => {
    const value = row[code];
    if (typeof value === 'number') return cellOfNumber(rule, value);
    if (typeof value !== 'string') return null;
    if (rule.kind === 'day') return formatDay(toDay(value));
    return rule.kind === 'choice' ? labelOf(rule.list, value) : value;
  });
}

function cellOfNumber({ kind }: Rule, value: number): Cell {
  if (kind === 'money' || kind === 'component') return formatAmount(kopecks(value));
  return kind === 'percent' ? String(value / 100).replace('.', ',') : String(value);
}

const isRemark = (found: Value | null | Remark): found is Remark => typeof found === 'object' && found !== null;

/** The value of a cell as the column wants it. */
function judgeCell(column: Column, cell: Cell, { today }: Circumstances): Value | null | Remark {
  const { rule } = column;
  const found = readValue(rule, cell);
  if (found === null) {
    if (column.required) return { value: null, code: 'REQ', message: 'Должно быть заполнено' };
    return rule.kind === 'component' ? kopecks(0) : null;
  }
  if (rule.kind === 'day' && rule.past && typeof found === 'string' && found > today)
    return { value: null, code: 'DATE_ORDER', message: 'Эта дата ещё не наступила' };
  return found;
}

/** Adds what follows from several cells, but nothing more about a cell that is wrong by itself. */
function judgeTogether(
  columns: readonly Column[],
  cells: readonly (Cell | undefined)[],
  row: Readonly<Record<string, Value | null>>,
  circumstances: Circumstances,
  problems: Problem[],
): void {
  const before = problems.length;
  for (const finding of checkRow(row, circumstances)) {
    const known = problems
      .slice(0, before)
      .some(({ column, severity }) => column === finding.column && severity === 'error');
    if (known) continue;
    const index = columns.findIndex(({ code }) => code === finding.column);
    problems.push({ ...finding, masked: maskCell(columns[index]!, cells[index] ?? null) });
  }
}

function problemOf(column: Column, cell: Cell, { value, code, message }: Remark): Problem {
  return { column: column.code, code, severity: severityOf(column, value), message, masked: maskCell(column, cell) };
}

/** Nothing depends on the number that a file gives its rows, so a strange one keeps no claim out. */
function severityOf(column: Column, value: Value | null): Severity {
  return value !== null || column.code === 'rowNo' ? 'warning' : 'error';
}

/**
 * What was in a cell, as far as anybody who sees the list of errors may see it: sums, days, percents and words of a list
 * whole; all that may say something of a person, also in a wrong column, by its ends at most.
 */
function maskCell(column: Column, cell: Cell): string | null {
  const text = cellText(cell);
  if (text === '') return null;
  switch (column.rule.kind) {
    case 'personInn':
    case 'organisationInn':
      return /^\d{10}$|^\d{12}$/.test(text) ? maskInn(text) : ends(text);
    case 'money':
    case 'component':
    case 'percent':
    case 'whole':
      return /^[-−()\d\s.,%₽]{1,25}$/u.test(text) && !/\d{9}/.test(text) ? text : ends(text);
    case 'day':
      return column.code !== 'birthDate' && /^[\d.:/\s-]{1,40}$/.test(text) ? text : ends(text);
    case 'choice':
      return text.length <= 40 && !/\d{5}/.test(text) ? text : ends(text);
    default:
      return ends(text);
  }
}

/** The first and the last characters of a text long enough to hide the rest between them. */
function ends(text: string): string {
  const signs = Array.from(text);
  return signs.length < 9 ? `${signs[0]}***` : `${signs.slice(0, 2).join('')}***${signs.slice(-2).join('')}`;
}
