import { addMonths, type Day, toDay } from './days.ts';

/** The month of a day, by its first day. */
export const monthOf = (day: Day): Day => toDay(`${day.slice(0, 7)}-01`);

/** The last day of the month of a day: the 31st of January so many months later, or the last day that there is. */
export const monthEnd = (day: Day): Day => addMonths(toDay(`${day.slice(0, 4)}-01-31`), Number(day.slice(5, 7)) - 1);
