import { type RawBuilder, sql } from 'kysely';
import type { Day } from '#domain/values/days.ts';

/**
 * By which day agreements are brought on, counted and shown, in SQL: the open business day, which is the one after the last that was sealed
 * (docs/decisions/0179). A story of days before it goes by its own, and so does a clock that is behind.
 * @param today the day in Moscow of whoever asks
 */
export const businessDay = (today: Day): RawBuilder<Day> =>
  sql<Day>`least((select day from business_days where status <> 'sealed'), ${today}::date)`;
