import { appendFileSync } from 'node:fs';

/** One thing that failed in a run. Where it has no file, no second run of a file can clear it. */
interface Failure {
  file?: string;
  test?: string;
  reason: string;
}

/** Said once, when all files of a run have been tried. */
interface End {
  ended: true;
}

/**
 * Keeps a failure, or that the run has come to its end, where `FAILED_TESTS` says, a line of JSON each: `scripts/second-try.mjs` reads there which files to run once
 * more, and `.ci/run` repeats them at its end.
 */
export function note(what: Failure | End): void {
  const place = process.env['FAILED_TESTS'];
  if (place) appendFileSync(place, `${JSON.stringify(what)}\n`);
}
