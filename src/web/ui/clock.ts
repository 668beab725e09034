import { type Day, moscowDay } from '#domain/values/days.ts';

/** A clock that differs from the server's by less, in milliseconds, is right: so much an answer takes on its way. */
const toleranceMs = 5_000;

/** How far the clock of this device is behind the server's, in milliseconds. */
let behindMs = 0;

/** Learns from the `Date` of an answer what time it is there: phones are set by hand, some by hours wrong. */
export function setServerTime(date: string | null): void {
  const difference = Date.parse(date ?? '') - Date.now();
  if (Number.isNaN(difference)) return;
  behindMs = Math.abs(difference) < toleranceMs ? 0 : difference;
}

/** This moment in milliseconds, by the clock of the server, which sets all terms. */
export const serverNow = (): number => Date.now() + behindMs;

/** The business day of that clock; what it is in truth the server decides. */
export const serverDay = (): Day => moscowDay(new Date(serverNow()));
