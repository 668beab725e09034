import type { Day } from '../values/days.ts';
import { RATE_KINDS, type RateKey, type RateKind, type RateValue } from './rate-kinds.ts';

/** A row of the dictionary: what the law sets from a day on, and where it says so. Its kind says what its value holds. */
export type RateRow = {
  readonly kind: RateKind;
  readonly key: string;
  readonly from: Day;
  readonly value: Readonly<Record<string, unknown>>;
  readonly source: string;
};

/** The same of one kind. */
type RowOf<K extends RateKind> = Omit<RateRow, 'value'> & { readonly value: RateValue<K> };

/** All rows in force on some day. Plain data, so that it goes to a browser and to other threads as it is. */
export type Rates = readonly RateRow[];

/** The rows of a kind and key, the oldest first. */
export function rateRows<K extends RateKind>(rates: Rates, kind: K, key: RateKey<K>): RowOf<K>[] {
  // Whoever writes a row is held to the rules of its kind, which the compiler cannot follow.
  const found = rates.filter((row) => row.kind === kind && row.key === key) as unknown as RowOf<K>[];
  return found.toSorted((one, other) => (one.from < other.from ? -1 : 1));
}

/** The row that holds on a day; null before the first one, and in a year that has none of a kind kept by years. */
export function rateRowOn<K extends RateKind>(rates: Rates, kind: K, key: RateKey<K>, day: Day): RowOf<K> | null {
  const found = rateRows(rates, kind, key).findLast(({ from }) => from <= day);
  if (!found) return null;
  const isOfYear = RATE_KINDS[kind].holds === 'onwards' || found.from.slice(0, 4) === day.slice(0, 4);
  return isOfYear ? found : null;
}

/** What it says. */
export const rateOn = <K extends RateKind>(rates: Rates, kind: K, key: RateKey<K>, day: Day): RateValue<K> | null =>
  rateRowOn(rates, kind, key, day)?.value ?? null;
