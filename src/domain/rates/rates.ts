import { addMonths, type Day, toDay } from '../values/days.ts';
import { RATE_KINDS, type RateFields, type RateKey, type RateKind, type RateValue } from './rate-kinds.ts';

/** A row of the dictionary: what the law sets from a day on, and where it says so. Its kind says what its value holds. */
export type RateRow = {
  readonly kind: RateKind;
  readonly key: string;
  readonly from: Day;
  readonly value: RateFields;
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

/** The Bank of Russia decides about its rate eight times a year: of a row that is older than so many months nobody knows whether it holds. */
const STALE_MONTHS = 3;

/** The day from which a key rate is stale, unless a later row has begun. */
export const staleFrom = ({ from }: Pick<RateRow, 'from'>): Day => addMonths(from, STALE_MONTHS);

/** The last key rate that is known on a day, where it is older than three months; null where there is a fresh one, or none. */
export function staleKeyRate(rates: Rates, day: Day): RowOf<'keyRate'> | null {
  const row = rateRowOn(rates, 'keyRate', '', day);
  return row && staleFrom(row) <= day ? row : null;
}

/** The first day of the quarter of a day. */
export function quarterOf(day: Day): Day {
  const month = Number(day.slice(5, 7));
  return toDay(`${day.slice(0, 4)}-${String(month - ((month - 1) % 3)).padStart(2, '0')}-01`);
}

/**
 * Whether a row may still be entered on a day. What nobody has typed in time is entered late, and a mistake is put right: of what holds
 * onwards always, of a quarter or a year while it runs (docs/decisions/0129, 0215).
 */
export function mayBeEntered({ kind, from }: Pick<RateRow, 'kind' | 'from'>, today: Day): boolean {
  const { holds } = RATE_KINDS[kind];
  if (holds === 'quarter') return from >= quarterOf(today);
  return holds === 'onwards' || yearOf(from) >= yearOf(today);
}

const yearOf = (day: Day): string => day.slice(0, 4);

/** The decree about the days off of a year is made in the autumn before it. */
const DECREED_FROM = '-10-01';

/** The years whose calendar nobody has entered though its decree is or should be there: this one, and from October on the next one. */
export function missingCalendars(rates: Rates, today: Day): number[] {
  const year = Number(yearOf(today));
  const known = new Set(rateRows(rates, 'calendar', '').map(({ from }) => Number(yearOf(from))));
  const expected = today >= `${year}${DECREED_FROM}` ? [year, year + 1] : [year];
  return expected.filter((one) => !known.has(one));
}

/** Whether a row that has begun still holds on a day, as long as no later one has begun. */
export function stillHolds({ kind, from }: Pick<RateRow, 'kind' | 'from'>, day: Day): boolean {
  const { holds } = RATE_KINDS[kind];
  if (holds === 'quarter') return quarterOf(from) === quarterOf(day);
  return holds === 'onwards' || yearOf(from) === yearOf(day);
}

/** The row that holds on a day; null before the first one, and in a year or a quarter that has none of a kind kept by those. */
export function rateRowOn<K extends RateKind>(rates: Rates, kind: K, key: RateKey<K>, day: Day): RowOf<K> | null {
  const found = rateRows(rates, kind, key).findLast(({ from }) => from <= day);
  return found && stillHolds(found, day) ? found : null;
}

/** What it says. */
export const rateOn = <K extends RateKind>(rates: Rates, kind: K, key: RateKey<K>, day: Day): RateValue<K> | null =>
  rateRowOn(rates, kind, key, day)?.value ?? null;
