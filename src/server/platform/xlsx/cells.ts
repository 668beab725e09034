import { type Day, daysBetween, formatDay, toDay } from '#domain/values/days.ts';
import { kopecks } from '#domain/values/money.ts';

export type CellKind = 'text' | 'number' | 'money' | 'day' | 'instant' | 'boolean';

/** Numbers of the cell styles, which parts.ts describes. */
export const headerStyle = 1;
const style: Record<CellKind, number> = { number: 0, boolean: 0, text: 2, money: 3, day: 4, instant: 5 };

/** Excel refuses a whole file for one longer cell. */
const longestText = 32_767;
/** Excel keeps 15 digits of a number. */
const largestNumber = 999_999_999_999_999;
/** Excel counts days from here; it has a 29 February 1900, so earlier days than the first of March go as text. */
const excelEpoch = toDay('1899-12-30');
const firstDay = toDay('1900-03-01');
const unixEpochSerial = 25_569;
const msPerDay = 86_400_000;
const moscowOffsetMs = 3 * 3_600_000;

/** One cell of a row, or nothing for an empty value. `ref` is its address, like B7. */
export function cellXml(ref: string, kind: CellKind, value: unknown): string {
  if (value === null || value === undefined) return '';
  switch (kind) {
    case 'money':
      return number(ref, style.money, roubles(value as number));
    case 'day':
      return dayCell(ref, value as Day);
    case 'instant':
      return number(ref, style.instant, serialOf(value as Date));
    case 'boolean':
      return `<c r="${ref}" t="b"><v>${value ? 1 : 0}</v></c>`;
    case 'number':
      return numberCell(ref, value as number);
    default:
      return textCell(ref, style.text, plain(value as string | number));
  }
}

const plain = (value: string | number): string => (typeof value === 'number' ? value.toString() : value);

/** Excel keeps fifteen digits: a longer number is written as the text that it is. */
function numberCell(ref: string, value: number): string {
  return Math.abs(value) <= largestNumber
    ? number(ref, style.number, value.toString())
    : textCell(ref, style.text, value.toString());
}

/** A text is always an inline string: whatever it begins with, it cannot become a formula. */
export function textCell(ref: string, style: number, text: string): string {
  // Most texts go as they are, and there are millions of them.
  const written =
    text.length > longestText || unusual.test(text) ? `<t xml:space="preserve">${escapeText(text)}` : `<t>${text}`;
  return `<c r="${ref}" s="${style}" t="inlineStr"><is>${written}</t></is></c>`;
}

/** Signs that must be escaped, and spaces that a reader might take away. */
const unusual = /[&<>\p{Cc}\p{Cs}\ufffe\uffff]|_x[\da-f]{4}_|^\s|\s\s|\s$/iu;

const number = (ref: string, style: number, digits: string): string =>
  `<c r="${ref}" s="${style}"><v>${digits}</v></c>`;

/** Kopecks as roubles, by their digits alone: a division would round. */
function roubles(amount: number): string {
  const digits = String(Math.abs(kopecks(amount))).padStart(3, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function dayCell(ref: string, day: Day): string {
  if (day < firstDay) return textCell(ref, style.text, formatDay(day));
  return number(ref, style.day, String(daysBetween(excelEpoch, day)));
}

/** A spreadsheet knows no time zones: an instant is written as clocks in Moscow show it. */
const serialOf = (instant: Date): string => String((instant.getTime() + moscowOffsetMs) / msPerDay + unixEpochSerial);

const special = /[&<>\p{Cc}\p{Cs}\ufffe\uffff]|_x[\da-f]{4}_/iu;
// Tab and line feed are the only control characters that XML carries as they are.
const forbidden = /(?![\t\n])[\p{Cc}\ufffe\uffff]/gu;

/**
 * A text for XML. Characters that XML cannot hold, and a carriage return that it would change, are written as Excel
 * reads them («_x0007_»); half of a surrogate pair stands for nothing and becomes U+FFFD.
 */
export function escapeText(text: string): string {
  const short = text.length > longestText ? text.slice(0, longestText) : text;
  if (!special.test(short)) return short;
  return short
    .toWellFormed()
    .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replace(forbidden, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
