import { formatDay, parseDay, parseRussianDay } from '#domain/values/days.ts';
import { formatAmount, kopecks, parseMoney } from '#domain/values/money.ts';

/**
 * Values as they are typed in fields, and back. What is no value stays as typed, for the schema to refuse; an empty
 * field is null.
 */

/** Kopecks as «1 000,00». */
export const typedSum = (value: number | null): string => (value === null ? '' : formatAmount(kopecks(value)));

/** A sum in roubles, in kopecks. */
export function readSum(typed: string): number | string | null {
  const text = typed.trim();
  if (text === '') return null;
  return parseMoney(text) ?? (/^0+([.,]0+)?$/.test(text) ? 0 : text);
}

/** Basis points as a per cent, «12,5». */
export const typedShare = (value: number | null): string =>
  value === null ? '' : String(value / 100).replace('.', ',');

/** A share in percent, in basis points. */
export function readShare(typed: string): number | string | null {
  const number = readNumber(typed);
  return typeof number === 'number' ? Math.round(number * 100) : number;
}

/** A number, with a comma or a point. */
export function readNumber(typed: string): number | string | null {
  const text = typed.trim();
  if (text === '') return null;
  const number = Number(text.replace(',', '.'));
  return Number.isFinite(number) ? number : text;
}

/** A day as ДД.ММ.ГГГГ. */
export function typedDay(value: string | null): string {
  const day = parseDay(value ?? '');
  return day ? formatDay(day) : (value ?? '');
}

export const readDay = (typed: string): string | null => (typed === '' ? null : (parseRussianDay(typed) ?? typed));
