import { type Kopecks, kopecks } from './money.ts';

/** A percent as a whole number of basis points: 1 % = 100. */
export const BPS = 10_000;

/** «292 %», «0,8 %»: basis points as a percent, without zeros that say nothing. */
export function formatBps(bps: number): string {
  const percent = String(bps).padStart(3, '0');
  const fraction = percent.slice(-2).replace(/0+$/, '');
  return `${fraction ? `${percent.slice(0, -2)},${fraction}` : percent.slice(0, -2)}\u00A0%`;
}

/** «292,000 %»: thousandths of a percent, as ПСК is written. */
export function formatFullCost(thousandths: number): string {
  const digits = String(thousandths).padStart(4, '0');
  return `${digits.slice(0, -3)},${digits.slice(-3)}\u00A0%`;
}

/**
 * `amount · by / over` of whole numbers, rounded half up, the only rounding of money that is posted (docs/domain.md §8.1).
 * The product is exact whatever its size; negative sums have no rounding rule and throw.
 */
export function mulDiv(amount: Kopecks, by: number | bigint, over: number | bigint): Kopecks {
  return kopecks(Number(divideHalfUp(BigInt(amount) * BigInt(by), BigInt(over))));
}

/** `amount · by / over` with the fraction of a kopeck dropped. */
export function mulDivDown(amount: Kopecks, by: number | bigint, over: number | bigint): Kopecks {
  const product = BigInt(amount) * BigInt(by);
  return kopecks(Number(refuseNegative(product) / BigInt(over)));
}

/** `amount · by / over` with a fraction of a kopeck counted as a whole one: the least sum that reaches a share. */
export function mulDivUp(amount: Kopecks, by: number | bigint, over: number | bigint): Kopecks {
  const divisor = BigInt(over);
  return kopecks(Number((refuseNegative(BigInt(amount) * BigInt(by)) + divisor - 1n) / divisor));
}

/** Division of non-negative whole numbers, a half goes up. */
export function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  return (refuseNegative(dividend) * 2n + divisor) / (divisor * 2n);
}

/** The first sum less the second; below zero when the second is larger. */
export function minus(from: Kopecks, amount: Kopecks): Kopecks {
  return kopecks(from - amount);
}

/** The smaller of two sums. */
export function lesser(a: Kopecks, b: Kopecks): Kopecks {
  return a < b ? a : b;
}

/** The larger of two sums. */
export function greater(a: Kopecks, b: Kopecks): Kopecks {
  return a > b ? a : b;
}

/** Splits a sum into equal parts; the kopecks that do not divide go one each to the first parts (docs/domain.md §8.3). */
export function splitEqually(total: Kopecks, parts: number): Kopecks[] {
  const base = Math.floor(total / parts);
  const longer = total - base * parts;
  return Array.from({ length: parts }, (_, index) => kopecks(index < longer ? base + 1 : base));
}

/**
 * What of `whole` belongs to `done` out of `total`, rounded half up; all of it when `done` is `total`.
 * Posting the difference with what was posted before never drifts: the parts of any history add up to `whole`.
 */
export function cumulativeShare(whole: Kopecks, done: Kopecks, total: Kopecks): Kopecks {
  if (done > total) throw new RangeError('The part is larger than the whole');
  return done === total ? whole : mulDiv(whole, done, total);
}

function refuseNegative(value: bigint): bigint {
  if (value < 0n) throw new RangeError('A negative sum is not rounded');
  return value;
}
