import type { Day } from '../values/days.ts';
import { RATE_KINDS, type RateKey, type RateKind, type RateValue } from './rate-kinds.ts';

/** A row of the dictionary: what the law sets from a day on, and where it says so. */
export type RateRow<K extends RateKind = RateKind> = {
  readonly [Kind in K]: {
    readonly kind: Kind;
    readonly key: RateKey<Kind>;
    readonly from: Day;
    readonly value: RateValue<Kind>;
    readonly source: string;
  };
}[K];

/** All rows in force on some day. Plain data, so that it goes to a browser and to other threads as it is. */
export type Rates = readonly RateRow[];

/** The rows of a kind and key, the oldest first. */
export function rateRows<K extends RateKind>(rates: Rates, kind: K, key: RateKey<K>): RateRow<K>[] {
  // The compiler cannot follow that a kind of row is told by its name.
  const found = rates.filter((row) => row.kind === kind && row.key === key) as unknown as RateRow<K>[];
  return found.toSorted((one, other) => (one.from < other.from ? -1 : 1));
}

/** The row that holds on a day; null before the first one, and in a year that has none of a kind kept by years. */
export function rateRowOn<K extends RateKind>(rates: Rates, kind: K, key: RateKey<K>, day: Day): RateRow<K> | null {
  const found = rateRows(rates, kind, key).findLast(({ from }) => from <= day);
  if (!found) return null;
  const isOfYear = RATE_KINDS[kind].holds === 'onwards' || found.from.slice(0, 4) === day.slice(0, 4);
  return isOfYear ? found : null;
}

/** What it says. */
export const rateOn = <K extends RateKind>(rates: Rates, kind: K, key: RateKey<K>, day: Day): RateValue<K> | null =>
  rateRowOn(rates, kind, key, day)?.value ?? null;
