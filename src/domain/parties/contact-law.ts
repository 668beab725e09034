import { timeZones } from '../places/time-zones.ts';
import type { Day } from '../values/days.ts';
import { localTime } from '../values/local-time.ts';

/**
 * May a creditor write to a debtor, call him or meet him now? 230-ФЗ, ст. 7 (docs/domain.md §12.1–12.3). Everything is counted for
 * one debtor and one creditor, by calendar day, week and month of the debtor's own zone, each kind of contact by itself.
 */

/** Letters and messages of chats, calls of people and robots, meetings face to face. */
export const CONTACT_KINDS = { message: 'Сообщение', call: 'Звонок', meeting: 'Встреча' } as const;
export type ContactKind = keyof typeof CONTACT_KINDS;

/** How many contacts of a kind one creditor may have with one debtor; null where the law names no number. */
interface ContactLimits {
  readonly day: number | null;
  readonly week: number | null;
  readonly month: number | null;
}
export const CONTACT_LIMITS: Readonly<Record<ContactKind, ContactLimits>> = {
  message: { day: 2, week: 4, month: 16 },
  call: { day: 1, week: 2, month: 8 },
  meeting: { day: null, week: 1, month: null },
};

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

/**
 * Why a contact may not be now. `stated` is what the debtor has told of himself while operators look at it (docs/decisions/0108), `paused` what has
 * been confirmed and stops calls and meetings for its time.
 */
export type ContactReason =
  | Exclude<ContactStatus, 'allowed'>
  | 'hours'
  | 'day_limit'
  | 'week_limit'
  | 'month_limit'
  | 'stated'
  | 'paused'
  | 'no_consent'
  | 'no_channel';

/** What says that the places of a span are used up. */
export const CONTACT_LIMIT_REASONS: readonly ContactReason[] = ['day_limit', 'week_limit', 'month_limit'];

/** What closes every channel for a while only. */
const passing: readonly ContactReason[] = ['hospital', 'stated', 'paused'];

/** Whether what closes a debtor may be over in days, so that whoever waits asks again: an illness ends, and what he has told is looked at. */
export const mayPass = (reason: ContactReason): boolean => passing.includes(reason);

/** What is known of the debtor for one channel. */
export interface ContactQuestion {
  readonly kind: ContactKind;
  readonly status: ContactStatus;
  /** Whether there is an address of the channel at all. */
  readonly hasAddress: boolean;
  /** Whether the channel is open by the contract or by a consent (an e-mail stated in the contract is). */
  readonly consents: boolean;
  /** The debtor's zone, a name of the tz database; null while nobody knows where he lives. */
  readonly zone: string | null;
  /** All zones that claims on him name: it must be day in each of them. */
  readonly zones?: readonly string[] | null;
  /** Instants of contacts of this kind planned and held before, except those that are known to have failed. */
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

/** Hours of the debtor's day in which contacts may be: from the first, before the second. */
const hoursOf = { working: [8, 22], off: [9, 20] } as const;
const HOUR_MS = 3_600_000;
/** A window is free again within a month at the latest; the search looks a little further. */
const longestDays = 45;

/** By which clock contacts are counted and told of: that of Moscow where the debtor's own is not known. */
export const clockOf = (zone: string | null): string => zone ?? 'Europe/Moscow';

/** The same with the days of the contacts by the debtor's clock. */
interface Question extends ContactQuestion {
  readonly days: readonly Day[];
}

/** Judges one contact. The question is asked anew when the planned moment comes. */
export function mayContact(asked: ContactQuestion): ContactAnswer {
  const { status, hasAddress, consents, contacts, zone, now } = asked;
  const question = { ...asked, days: contacts.map((contact) => localTime(contact, clockOf(zone)).day) };
  const used = usedAt(question, now);
  const never = (reason: ContactReason): ContactAnswer => ({ allowed: false, reason, nextAt: null, used });
  if (status !== 'allowed') return never(status);
  if (!hasAddress) return never('no_channel');
  if (!consents) return never('no_consent');
  const reason = obstacleAt(question, now);
  if (reason === null) return { allowed: true, reason: null, nextAt: now, used };
  return { allowed: false, reason, nextAt: nextFree(question), used };
}

function obstacleAt(question: Question, at: Date): ContactReason | null {
  // By night nothing else matters: what has a place already has no hour.
  if (!isWithinHours(question, at)) return 'hours';
  const used = usedAt(question, at);
  const limits = CONTACT_LIMITS[question.kind];
  if (limits.month !== null && used.month >= limits.month) return 'month_limit';
  if (limits.week !== null && used.week >= limits.week) return 'week_limit';
  if (limits.day !== null && used.day >= limits.day) return 'day_limit';
  return null;
}

/**
 * Of whom nobody knows where he lives it must be day in the whole country, and where claims name several zones in each of them: else it may be
 * night where he sleeps.
 */
function isWithinHours({ zone, zones, isDayOff }: ContactQuestion, at: Date): boolean {
  const all = zone === null ? timeZones.map(({ code }) => code) : new Set([zone, ...(zones ?? [])]);
  return [...all].every((one) => {
    const { day, hour } = localTime(at, one);
    const [from, to] = isDayOff(day) ? hoursOf.off : hoursOf.working;
    return hour >= from && hour < to;
  });
}

/** The first whole hour from now on that nothing stands against; hours of every zone of Russia are whole. */
function nextFree(question: Question): Date | null {
  const first = Math.ceil(question.now.getTime() / HOUR_MS) * HOUR_MS;
  for (let ms = first; ms < first + longestDays * 24 * HOUR_MS; ) {
    const at = new Date(ms);
    const reason = obstacleAt(question, at);
    if (reason === null) return at;
    // What is used up for a day is used up until the next one.
    ms += reason === 'hours' ? HOUR_MS : (24 - localTime(at, clockOf(question.zone)).hour) * HOUR_MS;
  }
  return null;
}

function usedAt({ days, zone }: Question, at: Date): ContactAnswer['used'] {
  const now = localTime(at, clockOf(zone));
  return {
    day: days.filter((day) => day === now.day).length,
    week: days.filter((day) => weekOf(day) === weekOf(now.day)).length,
    month: days.filter((day) => day.slice(0, 7) === now.day.slice(0, 7)).length,
  };
}

/** The number of the calendar week, which begins on Monday; 1970-01-05 was one. */
const weekOf = (day: Day): number => Math.floor((Date.parse(`${day}T00:00:00Z`) / 86_400_000 - 4) / 7);
