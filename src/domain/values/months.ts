import { addDays, addMonths, type Day, toDay } from './days.ts';

/** The month of a day, by its first day. */
export const monthOf = (day: Day): Day => toDay(`${day.slice(0, 7)}-01`);

/** The last day of the month of a day. */
export const monthEnd = (day: Day): Day => addDays(addMonths(monthOf(day), 1), -1);
