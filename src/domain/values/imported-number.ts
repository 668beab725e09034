import { type Kopecks, kopecks } from './money.ts';

/** Numbers as foreign programs write them. Here alone a fraction of binary noise may meet money. */

const currency = / ?(?:₽|руб(?:\.|лей|ля|ль)?|р\.|RUB|RUR)$/i;
const groupSigns = /[ '’]/g;

/**
 * An amount from a file, as kopecks; null when it is none or has more than two decimals. A number may carry the binary
 * noise of a program that counted in fractions (35000.120000000003): what is far below a kopeck is dropped. A text
 * may have a currency, grouped digits, either decimal sign, a minus before it or brackets around it.
 */
export function parseAmount(given: number | string): Kopecks | null {
  if (typeof given === 'number') return ofNoisy(given);
  const digits = decimalText(given.replace(currency, ''));
  if (digits === null) return null;
  const exact = /^(-?)(\d{1,14})(?:\.(\d{1,2}))?$/.exec(digits);
  if (!exact) return ofNoisy(Number(digits));
  const amount = Number(`${exact[2]}${(exact[3] ?? '').padEnd(2, '0')}`);
  return kopecks(exact[1] === '-' && amount !== 0 ? -amount : amount);
}

/** A decimal number from a file; null when it is none. */
export function parseDecimal(given: number | string): number | null {
  if (typeof given === 'number') return Number.isFinite(given) ? given : null;
  const digits = decimalText(given);
  return digits === null ? null : Number(digits);
}

/** Roubles as a fraction: the nearest kopecks when the rest is no more than what counting in fractions leaves. */
function ofNoisy(roubles: number): Kopecks | null {
  const exact = roubles * 100;
  const whole = Math.round(exact);
  if (!Number.isSafeInteger(whole)) return null;
  return Math.abs(exact - whole) <= 1e-6 + Math.abs(whole) * 1e-15 ? kopecks(whole === 0 ? 0 : whole) : null;
}

/** «(1 234,5)» → «-1234.5»: a minus, digits and a dot; null for what is not a number. */
function decimalText(text: string): string | null {
  const bracketed = /^\((.+)\)$/.exec(text);
  const signed = /^([-−–]?) ?(.+)$/.exec(bracketed?.[1] ?? text);
  const negative = bracketed !== null || (signed?.[1] ?? '') !== '';
  const digits = ungrouped(signed?.[2] ?? '');
  return digits === null ? null : `${negative ? '-' : ''}${digits}`;
}

const plain = /^\d{1,20}(?:[.,]\d{1,20})?$/;
const spaced = /^\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d{1,20})?$/;
const dotted = /^\d{1,3}(?:\.\d{3})+,\d{1,20}$|^\d{1,3}(?:\.\d{3}){2,}$/;
const withCommas = /^\d{1,3}(?:,\d{3})+\.\d{1,20}$|^\d{1,3}(?:,\d{3}){2,}$/;

/** Digits without the signs of groups. One sign with three digits after it is a decimal sign, whatever was meant. */
function ungrouped(text: string): string | null {
  if (plain.test(text) || spaced.test(text)) return text.replace(groupSigns, '').replace(',', '.');
  if (dotted.test(text)) return text.replaceAll('.', '').replace(',', '.');
  return withCommas.test(text) ? text.replaceAll(',', '') : null;
}
