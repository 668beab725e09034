// In CI a file that has failed is run a second time, alone, and the end of the output tells it: docs/decisions/0166.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** Where the run notes what fails, a line of JSON each (test/helpers/run/failures.ts). Only `.ci/run` names a place. */
const place = process.env.FAILED_TESTS;

/** More files than this do not fail by chance. */
const mostFiles = 5;

/**
 * The files to run once more: none where nobody has noted what failed, none where something has failed that is no single file's,
 * and none where the run did not come to its end, so that nobody knows what it would have told.
 */
export function filesForSecondTry() {
  if (!place || !existsSync(place)) return [];
  const lines = readFileSync(place, 'utf8').split('\n').filter(Boolean);
  const noted = lines.map((line) => JSON.parse(line));
  const files = new Set(noted.filter(({ ended }) => !ended).map(({ file }) => file));
  const hasEnded = noted.some(({ ended }) => ended);
  return !hasEnded || files.has(undefined) || files.size > mostFiles ? [] : [...files];
}

/** Notes what the runner of the tests knows nothing of. */
export function noteResult(reason) {
  if (place) appendFileSync(place, `${JSON.stringify({ reason })}\n`);
}
