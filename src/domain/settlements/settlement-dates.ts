import type { BusinessCalendar } from '../values/business-calendar.ts';
import { type Day, daysBetween } from '../values/days.ts';
import { OBJECTION_WORKING_DAYS, SILENCE_DAYS, SILENCE_WARNINGS } from './settlement.ts';

/**
 * What the silence of a bargaining asks for on a day: nothing, a warning to both sides, or its closing (docs/domain.md §10.8).
 */
export function silenceStage(lastOffer: Day, on: Day): 'none' | 'warn' | 'close' {
  const left = SILENCE_DAYS - daysBetween(lastOffer, on);
  if (left <= 0) return 'close';
  return SILENCE_WARNINGS.some((days) => days === left) ? 'warn' : 'none';
}

/**
 * The warning of silence that is due, by days before the end; null when none is yet. One that was missed, because nobody
 * looked on its day, is due until the next one.
 */
export function silenceWarning(lastOffer: Day, on: Day): number | null {
  const left = SILENCE_DAYS - daysBetween(lastOffer, on);
  const due = SILENCE_WARNINGS.filter((days) => left <= days);
  return due.length > 0 ? Math.min(...due) : null;
}

/** The day on which a paid settlement is closed when nobody has objected (docs/domain.md §7.3, §10.12). */
export function settleDay(paidOn: Day, calendar: BusinessCalendar): Day {
  return calendar.addWorkingDays(paidOn, OBJECTION_WORKING_DAYS);
}
