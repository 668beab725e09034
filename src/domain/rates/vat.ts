import type { Day } from '../values/days.ts';
import { keysOf, type RateKey } from './rate-kinds.ts';
import { type Rates, rateOn, rateRows } from './rates.ts';

const regimes = Object.keys(keysOf('vat')) as RateKey<'vat'>[];

/** The rate of the general regime on a day; none before the first row. */
export const generalVatBps = (rates: Rates, day: Day): number => rateOn(rates, 'vat', 'general', day)?.rateBps ?? 0;

/** The rates of which one may be chosen on a day, each regime's. */
export const vatChoices = (rates: Rates, day: Day): { key: RateKey<'vat'>; rateBps: number }[] =>
  regimes.flatMap((key) => {
    const value = rateOn(rates, 'vat', key, day);
    return value ? [{ key, rateBps: value.rateBps }] : [];
  });

/**
 * The rate at which a service of a day is taxed. A tariff names a rate as it was when somebody kept it; when the law has
 * changed the rate of that regime since, the day of the service decides (НК РФ, ст. 168; 425-ФЗ). A rate that no row has is
 * somebody's own and stays.
 */
export function vatOfService(namedBps: number, rates: Rates, day: Day): number {
  const regime = regimes.find((key) => rateRows(rates, 'vat', key).some(({ value }) => value.rateBps === namedBps));
  if (!regime) return namedBps;
  return rateOn(rates, 'vat', regime, day)?.rateBps ?? namedBps;
}
