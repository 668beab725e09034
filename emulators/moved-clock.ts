const RealDate = Date;
let ahead = 0;

/** The clock of this process, so much ahead of that of the machine. It goes on at the usual pace. */
class MovedDate extends RealDate {
  constructor(...parts: [] | [number | string | Date] | [number, number, number?, number?, number?, number?, number?]) {
    super(...((parts.length === 0 ? [MovedDate.now()] : parts) as [number]));
  }
  static override now(): number {
    return RealDate.now() + ahead;
  }
  /** What was made before the clock was moved, and by `Date.prototype`, is a date as well. */
  static override [Symbol.hasInstance](one: unknown): boolean {
    return one instanceof RealDate;
  }
}

/** Moves the clock of this process. @param ms ahead of the clock of the machine, or behind it below zero; 0 puts it right again */
export function moveClock(ms: number): void {
  ahead = ms;
  globalThis.Date = ms === 0 ? RealDate : (MovedDate as DateConstructor);
}

/** How far an instant is from now by the clock of the machine; ms. */
export const aheadOfMachine = (instant: Date): number => instant.getTime() - RealDate.now();
