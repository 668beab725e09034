import { addDays, type Day, moscowDay, weekday } from '#domain/values/days.ts';
import { KNOWN_CALENDAR } from '../../helpers/known-calendar.ts';

const today = moscowDay(new Date());

/** A working day in no week of today. */
export function aheadDay(): Day {
  let day = addDays(today, 8);
  while (!KNOWN_CALENDAR.isWorkingDay(day)) day = addDays(day, 1);
  return day;
}

/** A working day that is over, in a week of its own. */
export function pastDay(): Day {
  let day = addDays(today, -14);
  while (!KNOWN_CALENDAR.isWorkingDay(day) || weekday(day) > 4) day = addDays(day, -1);
  return day;
}
