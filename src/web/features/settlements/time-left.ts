import { type Forms, plural } from '#domain/values/text/words.ts';
import { serverNow } from '#web/ui/clock.ts';
import { formatInstant } from '#web/ui/format.ts';

const hourMs = 3_600_000;
const dayForms: Forms = ['день', 'дня', 'дней'];
const hourForms: Forms = ['час', 'часа', 'часов'];

/** «2 дня», «5 часов», «меньше часа»: what is left until an instant. */
export function leftUntil(iso: string, now = serverNow()): string {
  const hours = Math.floor((Date.parse(iso) - now) / hourMs);
  if (hours < 1) return 'меньше часа';
  return hours < 24 ? counted(hours, hourForms) : counted(Math.floor(hours / 24), dayForms);
}

const counted = (count: number, forms: Forms): string => `${count}\u00A0${plural(count, forms)}`;

/** An offer ends at a midnight: its last moment is of the day before. */
export const lastMomentOf = (iso: string): string => new Date(Date.parse(iso) - 1).toISOString();

/** The same in words: «22.11.2026, 23:59 МСК». */
export const lastMinuteOf = (iso: string): string => formatInstant(lastMomentOf(iso));

/** «до 22.11.2026, 23:59 МСК, осталось 2 дня» */
export const answerUntil = (iso: string, now?: number): string =>
  `до ${lastMinuteOf(iso)}, осталось ${leftUntil(iso, now)}`;
