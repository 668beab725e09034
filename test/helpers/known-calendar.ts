import { calendarOf } from '#domain/rates/calendar.ts';
import { KNOWN_RATES } from '#domain/rates/known-rates.ts';

/** The calendar with which a new database begins; what is in force a caller asks of the dictionary. */
export const KNOWN_CALENDAR = calendarOf(KNOWN_RATES);
