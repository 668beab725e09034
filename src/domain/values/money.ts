declare const brand: unique symbol;

/** Money: a whole number of kopecks, roubles only. Exact up to 2^53, far above any sum the product meets. */
export type Kopecks = number & { readonly [brand]: 'Kopecks' };

/** The largest sum that may be entered: 99 999 999 999,99 ₽. */
export const MAX_AMOUNT = kopecks(9_999_999_999_999);

const NO_BREAK_SPACE = '\u00A0';
const SPACES = ' \\u00A0\\u2009\\u202F';
const WHOLE = `\\d{1,3}(?:[${SPACES}]\\d{3})+|\\d{1,18}`;
const TYPED_AMOUNT = new RegExp(`^(${WHOLE})(?:[.,](\\d{1,2}))?(?:[${SPACES}]?₽)?$`);

/** Takes a number that is kopecks already; anything but an exact whole number throws. */
export function kopecks(value: number): Kopecks {
  if (!isKopecks(value)) throw new RangeError(`Not a whole number of kopecks: ${value}`);
  return value;
}

/** The sum of amounts; zero for none. */
export function sumKopecks(amounts: Iterable<Kopecks>): Kopecks {
  let sum = kopecks(0);
  for (const amount of amounts) sum = kopecks(sum + amount);
  return sum;
}

/** «1 234,56 ₽» with non-breaking spaces, so that a sum is never torn between lines. */
export function formatMoney(amount: Kopecks): string {
  return `${formatAmount(amount)}${NO_BREAK_SPACE}₽`;
}

/** «1 234,56», for columns whose heading names the currency. */
export function formatAmount(amount: Kopecks): string {
  const digits = String(Math.abs(amount)).padStart(3, '0');
  const roubles = digits.slice(0, -2).replace(/\B(?=(?:\d{3})+$)/g, NO_BREAK_SPACE);
  return `${amount < 0 ? '−' : ''}${roubles},${digits.slice(-2)}`;
}

/**
 * Reads a typed or imported amount, «1 234,56», «1234.5», «1 234,56 ₽» → kopecks, or null.
 * It works on the text alone, so no fraction is ever rounded; a third decimal is refused.
 */
export function parseMoney(text: string): Kopecks | null {
  const found = TYPED_AMOUNT.exec(text.trim());
  if (!found) return null;
  const roubles = (found[1] ?? '').replace(/\D/g, '');
  const value = Number(roubles + (found[2] ?? '').padEnd(2, '0'));
  return isKopecks(value) ? value : null;
}

function isKopecks(value: number): value is Kopecks {
  return Number.isSafeInteger(value);
}
