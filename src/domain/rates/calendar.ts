import { type BusinessCalendar, businessCalendar, type Decrees } from '../values/business-calendar.ts';
import type { Rates } from './rates.ts';
import { rateRows } from './rates.ts';

const calendars = new WeakMap<Rates, BusinessCalendar>();

/** The calendar by the decrees in the dictionary. A year without one goes by the Labour Code alone. */
export function calendarOf(rates: Rates): BusinessCalendar {
  const made = calendars.get(rates);
  if (made) return made;
  const decrees: Decrees = Object.fromEntries(
    rateRows(rates, 'calendar', '').map(({ from, value }) => [Number(from.slice(0, 4)), value.moved]),
  );
  const calendar = businessCalendar(decrees);
  calendars.set(rates, calendar);
  return calendar;
}
