import { formatDay, parseDay } from '#domain/values/days.ts';
import { formatAmount, formatMoney, kopecks } from '#domain/values/money.ts';
import { type Forms, plural } from '#domain/values/text/words.ts';
import { serverNow } from './clock.ts';

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

const daysOfMonths = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', timeZone: 'UTC' });

/** «2 января»: how a day is called of which a calendar shows the number alone, so that whoever says what he sees is heard. */
export const formatCalendarDay = (day: string): string => daysOfMonths.format(new Date(day));

/** What a cell or a fact shows where there is no value. */
export const dash = '—';

/** «25.12.2026» of a day of the server; no day is a dash, and what is no day stays as it is. */
export function formatDayOf(value: string | null | undefined): string {
  const day = parseDay(value ?? '');
  return day ? formatDay(day) : value || dash;
}

/** «1 234,00 ₽» of kopecks of the server; no sum is a dash. */
export const formatMoneyOf = (sum: number | null): string => (sum === null ? dash : formatMoney(kopecks(sum)));

/** The same where a heading names the currency: «1 234,00». */
export const formatAmountOf = (sum: number | null): string => (sum === null ? dash : formatAmount(kopecks(sum)));

/** «19,9 %» of basis points. */
export const formatPercent = (points: number): string =>
  `${(points / 100).toLocaleString('ru-RU', { maximumFractionDigits: 2 })}\u00A0%`;

/** «12,4 мс» */
export const formatMilliseconds = (ms: number): string => `${ms.toLocaleString('ru-RU')}\u00A0мс`;

const hourMs = 3_600_000;
const daysForms: Forms = ['день', 'дня', 'дней'];

/** «меньше часа», «5 ч», «3 дня»: how long something has been waiting. */
export function formatWaiting(since: string, now = serverNow()): string {
  const hours = Math.floor((now - Date.parse(since)) / hourMs);
  if (hours < 1) return 'меньше часа';
  if (hours < 48) return `${hours} ч`;
  const days = Math.floor(hours / 24);
  return `${days} ${plural(days, daysForms)}`;
}
