import { type Day, parseDay, weekday } from '../values/days.ts';
import { parseMoney } from '../values/money.ts';
import type { MovedDay, RateField, ScaleStep } from './rate-kinds.ts';

/** What a text says as a value of a field, or what of it is not understood. */
type Read = { readonly value: unknown } | { readonly problem: string };

/**
 * The reverse: what somebody has typed or pasted.
 * @param year in which days without one are
 */
export function readRate({ holds }: RateField, typed: string, year: number): Read {
  const text = typed.replaceAll(/[\u00A0\u2009\u202F]/g, ' ').trim();
  switch (holds) {
    case 'percent':
      return valueOr(readPercent(text), 'Процент числом: 15,5');
    case 'kopecks':
      return valueOr(parseMoney(text), 'Сумма в рублях: 15 000');
    case 'part':
      return valueOr(numberIn(/^(?:1\s*\/\s*)?(\d{1,5})$/, text), 'Доля ставки: 1/300');
    case 'days':
      return valueOr(numberIn(/^(\d{1,4})$/, text), 'Число дней');
    case 'yes':
      return valueOr(yesOrNo.get(text.toLowerCase()) ?? null, 'Напишите «да» или «нет»');
    case 'steps':
      return readSteps(text);
    default:
      return readMoves(text, year);
  }
}

const yesOrNo = new Map([
  ['да', 1],
  ['нет', 0],
]);
const valueOr = (value: number | null, problem: string): Read => (value === null ? { problem } : { value });

function numberIn(pattern: RegExp, text: string): number | null {
  const digits = pattern.exec(text)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** «152,457 %» → basis points; beyond the second decimal it is cut off, which never raises a ceiling. */
function readPercent(text: string): number | null {
  const found = /^(\d{1,4})(?:[.,](\d{1,6}))?\s*%?$/.exec(text.trim());
  return found && Number(`${found[1]}${(found[2] ?? '').slice(0, 2).padEnd(2, '0')}`);
}

const linesOf = (text: string): string[] =>
  text
    .split(/[\n;]/)
    .map((line) => line.trim())
    .filter(Boolean);

/** «2 400 000 — 15»: the sum above which so many percent are taken. */
function readSteps(text: string): Read {
  const steps: ScaleStep[] = [];
  for (const line of linesOf(text)) {
    const words = line
      .replace('%', '')
      .split(/[\s—–:]/)
      .filter((word) => !['', '-', '₽', 'свыше', 'от'].includes(word));
    const rateBps = readPercent(words.at(-1) ?? '');
    const sum = words.slice(0, -1).join(' ');
    const above = ['0', '0,00'].includes(sum) ? 0 : parseMoney(sum);
    if (above === null || rateBps === null) return { problem: `Не понято: «${line}». Пишите так: 2 400 000 — 15` };
    steps.push({ above, rateBps });
  }
  return { value: steps };
}

const MONTHS = [
  'январ',
  'феврал',
  'март',
  'апрел',
  'ма',
  'июн',
  'июл',
  'август',
  'сентябр',
  'октябр',
  'ноябр',
  'декабр',
];
const WEEKDAYS = ['понедельник', 'вторник', 'сред', 'четверг', 'пятниц', 'суббот', 'воскресень'];
const weekdayWord = `(?:(${WEEKDAYS.join('|')})[а-я]*,?\\s+)?`;
const date = `${weekdayWord}(\\d{1,2})(?:\\.(\\d{1,2})|\\s+(${MONTHS.join('|')})[а-я]*)(?:[.\\s]+(\\d{4})(?!\\d))?`;

/**
 * Moved days off as a decree writes them («с субботы 2 января на пятницу 5 ноября»), or as two dates a line. What is not
 * understood is told and never left out; a day of the week that is wrong means another year.
 */
function readMoves(text: string, year: number): Read {
  const moves: MovedDay[] = [];
  for (const line of linesOf(text)) {
    const found = [...line.matchAll(new RegExp(date, 'gi'))].map((match) => dayOf(match, year));
    if (found.length === 0 && !/\d/.test(line.replaceAll(String(year), ''))) continue;
    const [from, to] = found;
    if (!from || !to || found.length > 2) {
      return { problem: `Не понято: «${line.slice(0, 100)}». Пишите так: 02.01.${year} на 05.11.${year}` };
    }
    moves.push({ from, to });
  }
  return { value: moves };
}

function dayOf([, named, digits, month, word, ofYear]: RegExpMatchArray, year: number): Day | null {
  const number = month ? Number(month) : MONTHS.findIndex((name) => word?.toLowerCase() === name) + 1;
  const day = parseDay(`${ofYear ?? year}-${String(number).padStart(2, '0')}-${digits!.padStart(2, '0')}`);
  const isNamedRight = named === undefined || (day && WEEKDAYS[weekday(day) - 1] === named.toLowerCase());
  return isNamedRight ? day : null;
}

/**
 * A column or a table put in from elsewhere: the texts by the places of the rows they belong to. A line that names a row is its,
 * one that is a number alone belongs to the next row.
 * @param names of the rows, in their order @param first the row at which numbers begin
 */
export function splitPastedRates(text: string, names: readonly string[], first: number): Map<number, string> {
  const plain = (words: string) =>
    words
      .toLowerCase()
      .replaceAll(/[\s\u00A0]+/g, ' ')
      .replaceAll('—', '–')
      .trim();
  const found = new Map<number, string>();
  let next = first;
  for (const line of linesOf(text)) {
    const named = names.findIndex((name) => plain(line).startsWith(plain(name)));
    const at = named < 0 ? next : named;
    const number = /(\d[\d \u00A0]*(?:[.,]\d+)?)\s*%?$/.exec(
      named < 0 ? line : line.trim().slice(names[at]!.length),
    )?.[1];
    if (number === undefined || at >= names.length) continue;
    found.set(at, number.trim());
    next = at + 1;
  }
  return found;
}
