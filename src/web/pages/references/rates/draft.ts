import { checkRates, rowPath } from '#domain/rates/check-rate.ts';
import { fieldsOf, keysOf, RATE_KINDS, type RateKey, type RateKind } from '#domain/rates/rate-kinds.ts';
import { quarterOf, type RateRow, type Rates, rateRowOn, rateRows } from '#domain/rates/rates.ts';
import { readRate } from '#domain/rates/read-rate.ts';
import { typedRate } from '#domain/rates/typed-rate.ts';
import { addMonths, type Day, formatDay, parseRussianDay, toDay } from '#domain/values/days.ts';

/** What is typed of rows that begin together: the texts of each row by the names of its fields. */
export type RateDraft = {
  from: string;
  law: string;
  link: string;
  cells: Record<string, string>[];
};

/** A kind whose keys have one value each is entered as a table; of others one key at a time. */
export const isTable = (kind: RateKind): boolean => Object.keys(keysOf(kind)).length > 1 && fieldsOf(kind).length === 1;

/** The keys that are in the form: all of a table, else the chosen one. */
export const keysIn = (kind: RateKind, key: string): string[] => (isTable(kind) ? Object.keys(keysOf(kind)) : [key]);

/** The one that runs is among them: what nobody has typed in time is entered late. */
const quartersOffered = 5;
const yearsOffered = 4;

/** The days on which a row of a kind may begin, where the law knows only some: quarters, years. */
export function daysToBegin(kind: RateKind, today: Day): Day[] {
  const { holds } = RATE_KINDS[kind];
  if (holds === 'onwards') return [];
  if (holds === 'quarter') {
    return Array.from({ length: quartersOffered }, (_, index) => addMonths(quarterOf(today), index * 3));
  }
  const now = toDay(`${today.slice(0, 4)}-01-01`);
  return Array.from({ length: yearsOffered }, (_, index) => addMonths(now, index * 12));
}

/** What a form begins with. A row of several values is mostly changed in one, so that those of the last row are in it. */
export function draftOf(rates: Rates, kind: RateKind, key: string, today: Day): RateDraft {
  const fields = fieldsOf(kind);
  const last: RateRow['value'] | undefined =
    fields.length > 1 ? rateRows(rates, kind, key as RateKey).at(-1)?.value : undefined;
  const cells = keysIn(kind, key).map(() =>
    Object.fromEntries(fields.map(([name, field]) => [name, last ? typedRate(field, last[name]) : ''])),
  );
  const days = daysToBegin(kind, today);
  // A year whose calendar is known is seldom corrected: the form begins with the next one.
  const first = days.find((day) => !rateRows(rates, kind, key as RateKey).some(({ from }) => from === day)) ?? days[0];
  return { from: first ? formatDay(first) : '', law: '', link: '', cells };
}

/** The rows that a draft makes, each with its place in the form, and what is wrong, by the fields of the form. */
export function readDraft(kind: RateKind, key: string, draft: RateDraft, today: Day) {
  const from = parseRussianDay(draft.from);
  const year = Number((from ?? today).slice(0, 4));
  const problems: Record<string, string> = {};
  const filled = keysIn(kind, key)
    .map((one, place) => ({ key: one, place, cells: draft.cells[place]! }))
    // Of a table what is left empty is not changed.
    .filter(({ cells }) => !isTable(kind) || Object.values(cells).some((text) => text.trim() !== ''));
  const rows = filled.map(({ key: one, place, cells }) => {
    const values = fieldsOf(kind).map(([name, field]) => {
      const read = readRate(field, cells[name] ?? '', year);
      if ('problem' in read) problems[`cells.${place}.${name}`] = read.problem;
      return [name, 'problem' in read ? cells[name] : read.value];
    });
    return [one, Object.fromEntries(values) as RateRow['value']] as const;
  });
  const source = [draft.law.trim(), draft.link.trim()].filter(Boolean).join(', ');
  const form = { kind, from: from ?? draft.from, source, rows: Object.fromEntries(rows) };
  if (rows.length === 0) problems[`cells.0.${fieldsOf(kind)[0]![0]}`] = 'Заполните хотя бы одну строку';
  if (draft.law.trim() === '') problems['law'] = 'Назовите закон или решение';
  if (!/^https?:\/\/\S+$/.test(draft.link.trim())) problems['link'] = 'Ссылка начинается с https://';
  if (from) {
    const found = checkRates({ ...form, from }, today);
    if (found['from']) problems['from'] = found['from'];
    for (const { key: one, place } of filled) {
      for (const [name] of fieldsOf(kind)) {
        const problem = found[`${rowPath(one)}.${name}`];
        if (problem) problems[`cells.${place}.${name}`] ??= problem;
      }
    }
  } else problems['from'] = draft.from === '' ? 'Назовите день' : 'Такого дня нет';
  return { form, problems };
}

/** The row in force on the day on which another one is to begin. */
export const rowBefore = (rates: Rates, kind: RateKind, key: string, from: Day): RateRow | null =>
  rateRowOn(rates, kind, key as RateKey, from);
