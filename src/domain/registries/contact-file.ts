import { type Day, parseRussianDay } from '../values/days.ts';
import { checkPersonInn } from '../values/requisites.ts';
import { type Cell, cellText } from './cell.ts';

/** Calls and meetings as a creditor's file names them: one row each, by the clock of the debtor. */

const HEADINGS = {
  inn: ['инн', 'инн должника', 'инн заёмщика', 'инн заемщика'],
  contract: ['договор', '№ договора', 'номер договора'],
  kind: ['вид', 'вид контакта', 'контакт'],
  at: ['дата и время', 'когда', 'дата'],
  note: ['заметка', 'комментарий', 'результат'],
} as const;
type Heading = keyof typeof HEADINGS;
const NEEDED: readonly Heading[] = ['inn', 'kind', 'at'];

const KINDS: Readonly<Record<string, 'call' | 'meeting'>> = {
  звонок: 'call',
  звонки: 'call',
  робот: 'call',
  встреча: 'meeting',
  'личная встреча': 'meeting',
  визит: 'meeting',
};

/** Where each column is; null of a row that is no heading. */
export type ContactHeader = Readonly<Partial<Record<Heading, number>>>;

export interface ContactLine {
  readonly row: number;
  readonly inn: string;
  readonly contract: string | null;
  readonly kind: 'call' | 'meeting';
  readonly day: Day;
  /** «14:05» */
  readonly time: string;
  readonly note: string | null;
}
export interface ContactProblem {
  readonly row: number;
  readonly message: string;
}

/** The columns by their headings, however the spaces and the letters stand; null where one that is needed is absent. */
export function contactHeader(cells: readonly Cell[]): ContactHeader | null {
  const found: Partial<Record<Heading, number>> = {};
  for (const [position, cell] of cells.entries()) {
    const text = cellText(cell).toLowerCase();
    for (const heading of Object.keys(HEADINGS) as Heading[]) {
      if ((HEADINGS[heading] as readonly string[]).includes(text)) found[heading] ??= position;
    }
  }
  return NEEDED.every((heading) => found[heading] !== undefined) ? found : null;
}

/** One row of the file, or what is wrong with it. */
export function contactLine(header: ContactHeader, cells: readonly Cell[], row: number): ContactLine | ContactProblem {
  const text = (heading: Heading): string => {
    const position = header[heading];
    return position === undefined ? '' : cellText(cells[position] ?? null);
  };
  const inn = text('inn');
  const kind = KINDS[text('kind').toLowerCase()];
  const when = /^(\d{2}\.\d{2}\.\d{4}) (\d{1,2}):([0-5]\d)(?::[0-5]\d)?$/.exec(text('at'));
  const day = when === null ? null : parseRussianDay(when[1]!);
  const hour = Number(when?.[2]);
  const note = text('note');
  if (checkPersonInn(inn) !== null) return { row, message: 'ИНН должника — 12 цифр' };
  if (kind === undefined) return { row, message: 'Вид: звонок или встреча' };
  if (when === null || day === null || hour > 23) return { row, message: 'Дата и время: ДД.ММ.ГГГГ ЧЧ:ММ' };
  if (note.length > 500) return { row, message: 'Заметка длиннее 500 знаков' };
  const time = `${String(hour).padStart(2, '0')}:${when[3]}`;
  return { row, inn, contract: text('contract') || null, kind, day, time, note: note || null };
}
