import type { Choice } from '../values/choice.ts';
import { addDays, type Day, parseDay, toDay } from '../values/days.ts';
import { checkEmail, normalizeEmail } from '../values/email.ts';
import { parseAmount, parseDecimal } from '../values/imported-number.ts';
import { MAX_AMOUNT } from '../values/money.ts';
import { checkName } from '../values/person-name.ts';
import { parsePhone } from '../values/phone.ts';
import { checkOrganisationInn, checkPersonInn, checkSnils, formatSnils, snilsDigits } from '../values/requisites.ts';
import { plainWords } from '../values/text/plain-words.ts';
import { characterCount, plural } from '../values/text/words.ts';
import { type Cell, cellText, isFault } from './cell.ts';
import type { ProblemCode } from './registry-problems.ts';
import type { Kind, Rule } from './registry-rules.ts';

/** The value of a cell in the form in which it is kept: money in kopecks, percent in basis points, a choice's code. */
export type Value = string | number;

/** Something to say about a cell. With a value it is a warning, without one the cell could not be read. */
export interface Remark {
  readonly value: Value | null;
  readonly code: ProblemCode;
  readonly message: string;
}

type Reader<K extends Kind> = (
  cell: string | number | boolean,
  text: string,
  rule: Extract<Rule, { kind: K }>,
) => Value | Remark;

const wrong = (code: ProblemCode, message: string): Remark => ({ value: null, code, message });
const format = (message: string): Remark => wrong('FORMAT', message);

/** Kinds whose readers take a number as it is: writing it as a text for them is work for nothing. */
const ofNumbers: ReadonlySet<Kind> = new Set<Kind>(['day', 'money', 'component', 'percent']);

/** What people write where there is nothing. */
const nothing = /^[-–—−]?$/;

/**
 * Reads one cell by the rule of its column: the value, null for an empty cell, or a remark (docs/domain.md §6.1 and §14).
 * Only the cell itself is judged; what depends on other cells or on the day is in registry-checks.ts.
 */
export function readValue(rule: Rule, cell: Cell): Value | null | Remark {
  if (cell === null) return null;
  if (isFault(cell)) return faulty(cell.fault);
  if (typeof cell === 'number' && ofNumbers.has(rule.kind)) return (readers[rule.kind] as Reader<Kind>)(cell, '', rule);
  const text = cellText(cell);
  if (nothing.test(text)) return null;
  return (readers[rule.kind] as Reader<Kind>)(cell, text, rule);
}

function faulty(fault: string): Remark {
  return fault === ''
    ? format('Формула без сохранённого значения: откройте файл в Excel, пересчитайте и сохраните')
    : format('В ячейке ошибка таблицы вместо значения');
}

const readers: { readonly [K in Kind]: Reader<K> } = {
  whole: (_cell, text, { least, most }) => {
    const number = /^\d{1,9}[.,]?0{0,9}$/.test(text) ? Number.parseInt(text, 10) : null;
    if (number === null) return format('Нужно целое число');
    return number >= least && number <= most ? number : wrong('RANGE', `Нужно число от ${least} до ${most}`);
  },
  personInn: (_cell, text) => {
    const inn = text.replaceAll(' ', '');
    return checkPersonInn(inn) === null ? inn : wrong('INN_CHECK', personInnMessage(inn));
  },
  organisationInn: (_cell, text) => {
    const inn = text.replaceAll(' ', '');
    const message = checkOrganisationInn(inn);
    return message === null ? inn : wrong('INN_CHECK', /^\d{9}$/.test(inn) ? `${message}. ${lostZero}` : message);
  },
  name: (_cell, text) => readName(text),
  day: (cell, text) => (typeof cell === 'number' ? ofSerial(cell) : readDay(text)),
  money: (cell, text) => {
    const amount = readAmount(cell, text);
    return amount === 0 ? wrong('RANGE', 'Сумма должна быть больше нуля') : amount;
  },
  component: (cell, text) => readAmount(cell, text),
  percent: (cell, text) => readPercent(cell, text),
  phone: (_cell, text) =>
    parsePhone(text) ?? format('Телефон указан неверно: нужен один номер вида +7 (999) 999-99-99'),
  email: (_cell, text) => {
    const message = checkEmail(text);
    return message === null ? normalizeEmail(text) : format(message);
  },
  snils: (_cell, text) => {
    const digits = /^[\d -]+$/.test(text) ? text.replace(/\D/g, '') : text;
    return checkSnils(formatSnils(digits)) === null ? snilsDigits(digits) : format('СНИЛС указан неверно');
  },
  digits: (_cell, text, { length }) => {
    const digits = text.replaceAll(' ', '');
    if (/^\d+$/.test(digits) && digits.length === length) return digits;
    return format(`Нужно цифр: ${length}. ${lostZero}`);
  },
  choice: (_cell, text, { list }) =>
    codesOf(list).get(text) ??
    codesOf(list).get(plainCell(text)) ??
    wrong('DICT', `Такого значения нет в списке. Можно: ${list.map(({ label }) => label).join(', ')}`),
  text: (cell, text, { max }) => {
    if (typeof cell === 'number' && Math.abs(cell) >= longestNumber) return format(rounded);
    return text.length <= max || characterCount(text) <= max
      ? text
      : format(`Слишком длинно: не больше ${max} ${plural(max, ['знака', 'знаков', 'знаков'])}`);
  },
};

const lostZero = 'Если потерян ноль в начале, задайте столбцу текстовый формат';
/** A spreadsheet keeps fifteen digits of a number and rounds the rest away. */
const longestNumber = 1e15;
const rounded = 'Число длиннее 15 знаков таблица уже округлила: задайте столбцу текстовый формат и введите заново';

function personInnMessage(inn: string): string {
  if (checkOrganisationInn(inn) === null) return 'Это ИНН организации, а нужен ИНН человека: 12 цифр';
  if (/^\d{10,11}$/.test(inn)) return `ИНН физлица: 12 цифр, здесь ${inn.length}. ${lostZero}`;
  return checkPersonInn(inn) ?? '';
}

/** Latin letters that look exactly like Russian ones, in the same order. */
const latin = 'ABCEHKMOPTXaceopxyëË';
const russian = 'АВСЕНКМОРТХасеорхуёЁ';
const twins = new RegExp(`[${latin}]`, 'g');

function readName(text: string): Value | Remark {
  const message = checkName(text);
  if (message === null) return text;
  const mended = text.replace(twins, (letter) => russian[latin.indexOf(letter)] ?? letter);
  if (checkName(mended) !== null) return format(message);
  return { value: mended, code: 'LOOKALIKE', message: 'Латинские буквы, похожие на русские, заменены русскими' };
}

/** Days between which Excel's serials are dates: before 1 March 1900 its calendar is wrong. */
const firstSerial = 61;
const lastSerial = 2_958_465;
const excelEpoch = toDay('1899-12-30');
const oldestDay = toDay('1900-01-01');
/** ISO 8601 with parts of a second. */
const longestDay = 30;
const wrongDay = format('Дата указана неверно: нужна в виде ДД.ММ.ГГГГ');

function ofSerial(serial: number): Value | Remark {
  return serial >= firstSerial && serial < lastSerial + 1 ? addDays(excelEpoch, Math.floor(serial)) : wrongDay;
}

const russianDay = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?: ?г\.?| \d{1,2}:\d{2}(?::\d{2})?)?$/;
const isoDay = /^(\d{4}-\d{2}-\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?Z?)?$/;

/** Texts of days with their values: a file names the same days again and again. */
const knownDays = new Map<string, Value | Remark>();
const mostKnownDays = 20_000;

function readDay(text: string): Value | Remark {
  const known = knownDays.get(text);
  if (known !== undefined) return known;
  if (knownDays.size === mostKnownDays) knownDays.clear();
  const read = newDay(text);
  if (text.length <= longestDay) knownDays.set(text, read);
  return read;
}

function newDay(text: string): Value | Remark {
  const day = dayOf(text);
  if (day !== null) return day >= oldestDay ? day : wrongDay;
  return /^\d{5}$/.test(text) ? ofSerial(Number(text)) : wrongDay;
}

function dayOf(text: string): Day | null {
  const dotted = russianDay.exec(text);
  if (dotted) return parseDay(`${dotted[3]}-${dotted[2]?.padStart(2, '0')}-${dotted[1]?.padStart(2, '0')}`);
  const iso = isoDay.exec(text);
  return iso ? parseDay(iso[1] ?? '') : null;
}

function readAmount(cell: string | number | boolean, text: string): Value | Remark {
  const amount = parseAmount(typeof cell === 'number' ? cell : text);
  if (amount === null) return format('Сумма указана неверно: нужны рубли и не больше двух знаков копеек');
  if (amount < 0) return wrong('RANGE', 'Сумма не может быть отрицательной');
  return amount <= MAX_AMOUNT ? amount : wrong('RANGE', 'Сумма не может быть больше 99 999 999 999,99');
}

function readPercent(cell: string | number | boolean, text: string): Value | Remark {
  const percent = parseDecimal(typeof cell === 'number' ? cell : text.replace(/ ?%$/, ''));
  if (percent === null) return format('Ставка указана неверно: нужно число, например 19,9');
  if (percent < 0) return wrong('RANGE', 'Ставка не может быть отрицательной');
  if (percent > 100_000) return wrong('RANGE', 'Такой ставки быть не может');
  const points = Math.round(percent * 100);
  if (Math.abs(percent * 100 - points) < 1e-6) return points;
  return { value: points, code: 'FORMAT', message: 'Ставка округлена до сотых долей процента' };
}

/** Codes by what may be in a cell; made once for each list. */
const knownLists = new WeakMap<readonly Choice[], ReadonlyMap<string, string>>();

function codesOf(list: readonly Choice[]): ReadonlyMap<string, string> {
  const known = knownLists.get(list);
  if (known) return known;
  const codes = new Map(
    list.flatMap(({ code, label, aliases }) =>
      [code, label, ...aliases].flatMap((name) => [[name, code] as const, [plainCell(name), code] as const]),
    ),
  );
  knownLists.set(list, codes);
  return codes;
}

const plainCell = (text: string): string => plainWords(cellText(text));
