import { type Day, daysBetween } from '../values/days.ts';

/**
 * The work that a browser does before it asks about an ИНН (docs/domain.md §12.4). It takes the place of a captcha: a person
 * waits a second and solves nothing, no third party learns of him, and asking about everybody's ИНН becomes dear.
 */
export interface InnWork {
  /** The Moscow day it was done on: yesterday's work is worth nothing tomorrow. */
  readonly day: Day;
  /** The number that was looked for: with it the SHA-256 of `innWorkText` begins with zeros. */
  readonly nonce: number;
}

/** One number of 65 536 will do. */
const zeroBytes = 2;

/** What is hashed: the ИНН is a part of it, so work for one is no work for another. */
export const innWorkText = (inn: string, { day, nonce }: InnWork): string => `check-inn ${inn} ${day} ${nonce}`;

/** Whether a SHA-256 is what was looked for. */
export const isInnWork = (digest: Uint8Array): boolean => digest.subarray(0, zeroBytes).every((byte) => byte === 0);

/** Whether work of a day still counts. The clock of a browser may be on the other side of midnight. */
export const isFreshInnWork = (day: Day, today: Day): boolean => Math.abs(daysBetween(day, today)) <= 1;
