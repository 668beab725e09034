import { appendFileSync } from 'node:fs';

/** One thing that failed in a run. Where it has no file, no second run of a file can clear it. */
interface Failure {
  file?: string;
  test?: string;
  reason: string;
}

/**
 * Keeps a failure where `FAILED_TESTS` says, a line of JSON each: `scripts/second-try.mjs` reads there which files to run once
 * more, and `.ci/run` repeats them at its end.
 */
export function noteFailure(failure: Failure): void {
  const place = process.env['FAILED_TESTS'];
  if (place) appendFileSync(place, `${JSON.stringify(failure)}\n`);
}
