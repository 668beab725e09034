import { defineEvent } from '#server/platform/events.ts';

/** Other days of a year are worked than was known: what falls due on a day off waits for the next working one. */
export const calendarChanged = defineEvent<{ year: number }>('rates.calendarChanged');
