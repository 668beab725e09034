import { addMonths, type Day } from '../values/days.ts';

/** The general term of limitation in months (ГК РФ, ст. 196). A setting may replace it. */
export const LIMITATION_MONTHS = 36;

/** Shown to both parties; it never forbids anything: only a court applies limitation, and only when asked. */
export const LIMITATION_HINT = 'Возможен пропуск срока исковой давности';

/**
 * The last day on which the claim is surely within the term, counted from the day the debt became overdue
 * (docs/domain.md §8.11).
 */
export function limitationDay(overdueFrom: Day, months: number = LIMITATION_MONTHS): Day {
  return addMonths(overdueFrom, months);
}

/** The hint for a claim on a day, or null while the term lasts. */
export function limitationHint(overdueFrom: Day, on: Day, months: number = LIMITATION_MONTHS): string | null {
  return on > limitationDay(overdueFrom, months) ? LIMITATION_HINT : null;
}
