const instants = new Intl.DateTimeFormat('ru-RU', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'Europe/Moscow',
});
const days = new Intl.DateTimeFormat('ru-RU', { dateStyle: 'short', timeZone: 'Europe/Moscow' });

/** «20.11.2026, 14:05 МСК» of an instant of the server. */
export const formatInstant = (iso: string): string => `${instants.format(new Date(iso))} МСК`;

/** «20.11.2026»: the Moscow day of an instant. */
export const formatInstantDay = (iso: string): string => days.format(new Date(iso));

/** What stands in place of a value that is not there. */
export const absent = '—';
