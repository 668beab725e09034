import { addMonths, type Day } from '../values/days.ts';

/** The general term of limitation in months (ГК РФ, ст. 196). */
const LIMITATION_MONTHS = 36;

/**
 * Whether the term of limitation of a claim may have run out on a day, counted from the day the debt became overdue, the
 * last day of the term included (docs/domain.md §8.11). Both parties are told; it never forbids anything: only a court
 * applies limitation, and only when asked.
 */
export const mayBeOutOfTerm = (overdueFrom: Day, on: Day): boolean => on > addMonths(overdueFrom, LIMITATION_MONTHS);
