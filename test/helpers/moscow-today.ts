/** In SQL the day that it is in Moscow: `current_date` is that of the session, in UTC, until three in the morning the day before. */
export const MOSCOW_TODAY = `(now() at time zone 'Europe/Moscow')::date`;
