import { type Day, toDay } from '../values/days.ts';

/**
 * May a creditor write to a debtor now? 230-ФЗ, ст. 7 (docs/domain.md §12.1–12.3). Everything is counted for one debtor and
 * one creditor, by calendar day, week and month of the debtor's own zone.
 */

/** The contact status of a debtor; any but `allowed` closes every channel for good, until a document says otherwise. */
export type ContactStatus =
  | 'allowed'
  | 'refused'
  | 'via_lawyer'
  | 'bankrupt'
  | 'deceased'
  | 'incapacitated'
  | 'hospital'
  | 'disabled_1'
  | 'minor';

type ContactReason =
  | Exclude<ContactStatus, 'allowed'>
  | 'hours'
  | 'day_limit'
  | 'week_limit'
  | 'month_limit'
  | 'no_consent'
  | 'no_channel';

/** What is known of the debtor for one channel. */
export interface ContactQuestion {
  readonly status: ContactStatus;
  /** Whether there is an address of the channel at all. */
  readonly hasAddress: boolean;
  /** Whether the channel is open by the contract or by a consent (an e-mail stated in the contract is). */
  readonly consents: boolean;
  /** The debtor's zone, a name of the tz database. */
  readonly zone: string;
  /** Instants of contacts planned and sent before, except those that are known to have failed. */
  readonly contacts: readonly Date[];
  readonly now: Date;
  /** Whether a day of the debtor's zone is a day off by the production calendar. */
  readonly isDayOff: (day: Day) => boolean;
}

export interface ContactAnswer {
  readonly allowed: boolean;
  readonly reason: ContactReason | null;
  /** The next moment that is allowed; `now` when it is now, null when there is none. */
  readonly nextAt: Date | null;
  /** Contacts counted in this day, week and month. */
  readonly used: { readonly day: number; readonly week: number; readonly month: number };
}

/** Messages that one creditor may send to one debtor. */
const messageLimits = { day: 2, week: 4, month: 16 } as const;
/** Hours of the debtor's day in which messages may come: from the first, before the second. */
const hoursOf = { working: [8, 22], off: [9, 20] } as const;
const HOUR_MS = 3_600_000;
/** A window is free again within a month at the latest; the search looks a little further. */
const longestDays = 45;

/** Judges one contact. The question is asked anew when the planned moment comes. */
export function mayContact(question: ContactQuestion): ContactAnswer {
  const { status, hasAddress, consents, now } = question;
  const used = usedAt(question, now);
  const never = (reason: ContactReason): ContactAnswer => ({ allowed: false, reason, nextAt: null, used });
  if (status !== 'allowed') return never(status);
  if (!hasAddress) return never('no_channel');
  if (!consents) return never('no_consent');
  const reason = obstacleAt(question, now);
  if (reason === null) return { allowed: true, reason: null, nextAt: now, used };
  return { allowed: false, reason, nextAt: nextFree(question), used };
}

function obstacleAt(question: ContactQuestion, at: Date): ContactReason | null {
  const used = usedAt(question, at);
  if (used.month >= messageLimits.month) return 'month_limit';
  if (used.week >= messageLimits.week) return 'week_limit';
  if (used.day >= messageLimits.day) return 'day_limit';
  return isWithinHours(question, at) ? null : 'hours';
}

function isWithinHours({ zone, isDayOff }: ContactQuestion, at: Date): boolean {
  const { day, hour } = localTime(at, zone);
  const [from, to] = isDayOff(day) ? hoursOf.off : hoursOf.working;
  return hour >= from && hour < to;
}

/** The first whole hour from now on that nothing stands against; hours of every zone of Russia are whole. */
function nextFree(question: ContactQuestion): Date | null {
  const first = Math.ceil(question.now.getTime() / HOUR_MS) * HOUR_MS;
  for (let hour = 0; hour < longestDays * 24; hour++) {
    const at = new Date(first + hour * HOUR_MS);
    if (obstacleAt(question, at) === null) return at;
  }
  return null;
}

function usedAt({ contacts, zone }: ContactQuestion, at: Date): ContactAnswer['used'] {
  const now = localTime(at, zone);
  const days = contacts.map((contact) => localTime(contact, zone).day);
  return {
    day: days.filter((day) => day === now.day).length,
    week: days.filter((day) => weekOf(day) === weekOf(now.day)).length,
    month: days.filter((day) => day.slice(0, 7) === now.day.slice(0, 7)).length,
  };
}

/** The number of the calendar week, which begins on Monday; 1970-01-05 was one. */
const weekOf = (day: Day): number => Math.floor((Date.parse(`${day}T00:00:00Z`) / 86_400_000 - 4) / 7);

const formats = new Map<string, Intl.DateTimeFormat>();

/** Day and hour on the debtor's clock. */
function localTime(at: Date, zone: string): { day: Day; hour: number } {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      hourCycle: 'h23',
    });
  formats.set(zone, format);
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return { day: toDay(`${parts['year']}-${parts['month']}-${parts['day']}`), hour: Number(parts['hour']) };
}
