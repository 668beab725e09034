import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError } from 'pg';

/** How often it is tried; the pauses grow and make up about half a minute. */
const TRIES = 12;

/** A lock that did not come in time, and a ring of those who wait for one another: both are over when it is asked again. */
const isRepeatable = (error: unknown): boolean =>
  error instanceof DatabaseError && (error.code === '55P03' || error.code === '40P01');

/** Does again what live work has kept from its locks, a few times. */
export async function repeating(act: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await act();
      return;
    } catch (error) {
      if (!isRepeatable(error) || attempt === TRIES) throw error;
      await sleep(400 * attempt);
    }
  }
}
