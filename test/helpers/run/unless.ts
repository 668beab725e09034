import { describe, type TestContext, test } from 'vitest';
import type { Missing } from '../processes/processes.ts';

/**
 * `test`, where nothing is missing. Elsewhere the test is passed over and the end of the run says so (`run/reporter.ts`); on
 * the machine that proves everything it fails.
 */
export const testUnless = (missing: Missing): typeof test => (missing === undefined ? test : passedOver(missing));

/** The same of a group of tests: it counts as one, and nothing of it is run. */
export const describeUnless = (missing: Missing): ((name: string, tests: () => void) => void) =>
  missing === undefined ? describe : (name) => passedOver(missing)(name, () => undefined);

function passedOver(missing: string): typeof test {
  const instead = (context: TestContext): void => {
    if (process.env['CI']) throw new Error(`${missing}. In CI nothing is passed over (.ci/run installs what it can)`);
    context.skip(missing);
  };
  return Object.assign((name: string) => test(name, instead), test);
}
