declare const brand: unique symbol;

/** A calendar day as 'YYYY-MM-DD', years 0001–9999. Days compare as texts: `a < b`. */
export type Day = string & { readonly [brand]: 'Day' };

const MS_PER_DAY = 86_400_000;
const MOSCOW_OFFSET_MS = 3 * 3_600_000;
const DAYS_PER_400_YEARS = 146_097;

/** Days from 0000-03-01, where the counting below begins, to 1970-01-01. */
const EPOCH = 719_468;

type Parts = { readonly year: number; readonly month: number; readonly day: number };

/** Whether a text is a day: the notation 'YYYY-MM-DD' and a day that the calendar has, so not 2025-02-29. */
function isDay(text: string): text is Day {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const { year, month, day } = parts(text);
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

/** Reads 'YYYY-MM-DD' as strictly; null when it is not a day. */
export function parseDay(text: string): Day | null {
  return isDay(text) ? text : null;
}

/** Reads 'ДД.ММ.ГГГГ' as strictly; null when it is not a day. */
export function parseRussianDay(text: string): Day | null {
  const found = /^(\d{2})\.(\d{2})\.(\d{4})$/.exec(text);
  return found ? parseDay(`${found[3]}-${found[2]}-${found[1]}`) : null;
}

/** A day known to be right, as a constant in code; a wrong one throws. */
export function toDay(text: string): Day {
  if (!isDay(text)) throw new RangeError(`No such day: ${text}`);
  return text;
}

/** 'ДД.ММ.ГГГГ' */
export function formatDay(day: Day): string {
  return `${day.slice(8)}.${day.slice(5, 7)}.${day.slice(0, 4)}`;
}

/** «20.11.2026 14:05:09 МСК» */
export function formatMoscowTime(instant: Date): string {
  const time = new Date(instant.getTime() + MOSCOW_OFFSET_MS).toISOString().slice(11, 19);
  return `${formatDay(moscowDay(instant))} ${time} МСК`;
}

/** Order for sorting: negative, zero or positive. */
export function compareDays(a: Day, b: Day): number {
  return a < b ? -1 : Number(a > b);
}

/** The day `count` days later, or earlier when negative. */
export function addDays(day: Day, count: number): Day {
  return fromNumber(toNumber(day) + count);
}

/**
 * The same day `count` months later; when the month is shorter, its last day (ГК РФ, ст. 192).
 * A schedule counts every date from its first one, so 31 January gives 28 February and then 31 March again.
 */
export function addMonths(day: Day, count: number): Day {
  const { year, month, day: date } = parts(day);
  const months = year * 12 + (month - 1) + count;
  const target = { year: Math.floor(months / 12), month: (((months % 12) + 12) % 12) + 1 };
  const last = daysInMonth(target.year, target.month);
  return write({ ...target, day: Math.min(date, last) });
}

/** Days from the first day to the second, negative when the second is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return toNumber(to) - toNumber(from);
}

/** Age in full years on a day. A person born on 29 February is a year older from 1 March of a common year. */
export function fullYears(born: Day, on: Day): number {
  const birthdayPassed = on.slice(5) >= born.slice(5);
  return parts(on).year - parts(born).year - (birthdayPassed ? 0 : 1);
}

/** The day of an instant in Moscow, which is UTC+3 without daylight saving (107-ФЗ, ст. 5). */
export function moscowDay(instant: Date): Day {
  return fromNumber(Math.floor((instant.getTime() + MOSCOW_OFFSET_MS) / MS_PER_DAY));
}

/** The numbers of a text in the notation of days. Digit by digit: files of registries have days by the hundred thousand. */
function parts(text: string): Parts {
  const digit = (at: number): number => text.charCodeAt(at) - 48;
  return {
    year: digit(0) * 1000 + digit(1) * 100 + digit(2) * 10 + digit(3),
    month: digit(5) * 10 + digit(6),
    day: digit(8) * 10 + digit(9),
  };
}

function write({ year, month, day }: Parts): Day {
  return toDay(`${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`);
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

/** Days since 1970-01-01. The year is counted from March, so that the leap day comes last and needs no case. */
function toNumber(value: Day): number {
  const { year, month, day } = parts(value);
  const shifted = month > 2 ? year : year - 1;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  return shifted * 365 + leapDays(shifted) + dayOfYear - EPOCH;
}

function leapDays(years: number): number {
  return Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400);
}

/** The reverse of `toNumber`: takes whole 400-year eras, then the year of the era, then the day of the year. */
function fromNumber(number: number): Day {
  const sinceStart = number + EPOCH;
  const era = Math.floor(sinceStart / DAYS_PER_400_YEARS);
  const dayOfEra = sinceStart - era * DAYS_PER_400_YEARS;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (yearOfEra * 365 + leapDays(yearOfEra));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1;
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return write({ year, month, day });
}

/** The day of the week: 1 is Monday, 7 is Sunday. */
export function weekday(day: Day): number {
  return (((daysBetween(MONDAY, day) % 7) + 7) % 7) + 1;
}

const MONDAY = toDay('1970-01-05');
