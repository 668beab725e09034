import type { PersonKind } from './notification-event.ts';

/** When somebody may be told of something outside the cabinet, by the clock of his own zone. */
export interface NotificationSchedule {
  /** A name of the tz database. */
  readonly zone: string;
  /** Hours from which and until which nothing comes; the same hour twice is no quiet hours. */
  readonly quietFrom: number;
  readonly quietUntil: number;
  /** The hour at which letters of a day come as one; null when each comes by itself. */
  readonly digestAt: number | null;
}

const usual: NotificationSchedule = { zone: 'Europe/Moscow', quietFrom: 22, quietUntil: 8, digestAt: null };

/** At which hour those get a letter who have many things to hear of: one in the morning instead of a hundred a day. */
const morning = 9;

/** What holds until somebody says otherwise: to employees and operators letters come together, to a debtor each by itself. */
export const usualSchedule = (kind: PersonKind): NotificationSchedule =>
  kind === 'individual' ? usual : { ...usual, digestAt: morning };

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;

/** Whether an hour of the day is one of the quiet ones, which may go over midnight. */
export function isQuietHour({ quietFrom, quietUntil }: NotificationSchedule, hour: number): boolean {
  if (quietFrom === quietUntil) return false;
  return quietFrom < quietUntil ? hour >= quietFrom && hour < quietUntil : hour >= quietFrom || hour < quietUntil;
}

/** Why a schedule cannot be: its digest would come in its own quiet hours. Null when it can. */
export const scheduleProblem = (schedule: NotificationSchedule): string | null =>
  schedule.digestAt !== null && isQuietHour(schedule, schedule.digestAt)
    ? 'Сводка приходила бы в тихие часы: выберите другой час'
    : null;

/** Hours in which the law lets a debtor be told of his debts on any day, worked or not, whatever he has said himself. */
const lawful = { from: 9, until: 20 } as const;

interface Waiting {
  /** It is a letter, and letters are gathered. */
  forDigest?: boolean;
  /** It tells a debtor of his debts. */
  isOfDebt?: boolean;
}

/**
 * When something that happens now is to go: at once, or at the first whole hour that is allowed. The hours of every zone of Russia
 * are whole, so the beginning of an hour there is one here. Where the person's own hours leave none of the law, the law's alone hold.
 */
export function goesAt(schedule: NotificationSchedule, now: Date, { forDigest, isOfDebt }: Waiting = {}): Date {
  const digestAt = forDigest ? schedule.digestAt : null;
  const isLawful = (hour: number): boolean => !isOfDebt || (hour >= lawful.from && hour < lawful.until);
  const isFree = (hour: number): boolean => (digestAt === null ? !isQuietHour(schedule, hour) : hour === digestAt);
  const fits = (hour: number): boolean => isLawful(hour) && isFree(hour);
  if (digestAt === null && fits(hourIn(schedule.zone, now))) return now;
  return nextHour(schedule.zone, now, fits) ?? nextHour(schedule.zone, now, isLawful) ?? now;
}

/** The beginning of the first hour of a day and night to come that fits. */
function nextHour(zone: string, now: Date, fits: (hour: number) => boolean): Date | undefined {
  const next = (Math.floor(now.getTime() / HOUR_MS) + 1) * HOUR_MS;
  return Array.from({ length: DAY_HOURS + 1 }, (_, hour) => new Date(next + hour * HOUR_MS)).find((at) =>
    fits(hourIn(zone, at)),
  );
}

const formats = new Map<string, Intl.DateTimeFormat>();

function hourIn(zone: string, at: Date): number {
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' });
  formats.set(zone, format);
  return Number(format.format(at));
}
