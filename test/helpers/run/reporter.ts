import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';
import { note } from './failures.ts';

/**
 * Tells the reason of a failure as soon as it is known, because a run that is cut off prints no summary, and ends the
 * run with one plain line, `N passed, N failed`, for people and scripts that read only the end.
 */
export default class TallyReporter implements Reporter {
  /** What this machine could not be asked, and why. */
  readonly #passedOver: string[] = [];

  onTestCaseResult(test: TestCase): void {
    const result = test.result();
    const { state, errors } = result;
    if (state === 'skipped' && 'note' in result && result.note !== undefined)
      this.#passedOver.push(`${test.module.relativeModuleId} > ${test.fullName}: ${result.note}`);
    if (state !== 'failed') return;
    const reasons = errors.map(({ stack, diff, cause }) => [stack, diff, causeOf(cause)].filter(Boolean).join('\n'));
    process.stdout.write(`\nFAILED ${test.module.relativeModuleId} > ${test.fullName}\n${reasons.join('\n')}\n\n`);
    note({ file: test.module.relativeModuleId, test: test.fullName, reason: reasonOf(errors[0]) });
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const count = (state: 'passed' | 'failed' | 'skipped') =>
      modules.reduce((sum, module) => sum + [...module.children.allTests(state)].length, 0);
    const passed = count('passed');
    for (const module of modules)
      for (const { message } of errorsOutsideTests(module))
        note({ file: module.relativeModuleId, reason: firstLine(message) });
    for (const { message } of unhandled) note({ reason: firstLine(message) });
    note({ ended: true });
    const failed =
      count('failed') + modules.reduce((sum, module) => sum + failuresOutsideTests(module), 0) + unhandled.length;
    const skipped = count('skipped');
    // A run in which nothing was tested proves nothing.
    if (passed + failed === 0) process.exitCode = 1;
    if (this.#passedOver.length > 0) process.stdout.write(`\nNOT TESTED HERE\n${this.#passedOver.join('\n')}\n`);
    process.stdout.write(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
  }
}

/** A property tells only in its cause what was wrong with its counterexample. */
function causeOf(cause: unknown): string {
  const { message } = (cause ?? {}) as { message?: string };
  return message === undefined ? '' : `Cause: ${message}`;
}

/** A file that does not load or a hook that throws counts as a failure, or it would vanish from the sum. */
function failuresOutsideTests(module: TestModule): number {
  return [module, ...module.children.allSuites()].filter((suite) => suite.errors().length > 0).length;
}

const errorsOutsideTests = (module: TestModule): SerializedError[] =>
  [module, ...module.children.allSuites()].flatMap((suite) => suite.errors());

/** What a browser has waited for, and where in the tests, are told with it: a second run of the file may not fail. */
function reasonOf({ message = '', stack = '' }: { message?: string; stack?: string } = {}): string {
  const awaited = /^ *- (waiting for .+)$/m.exec(message)?.[1];
  const place = /\/(test\/[^\s?:]+)(?:\?[^\s:]*)?:(\d+):\d+/.exec(stack);
  return [firstLine(message), awaited, place && `${place[1]}:${place[2]}`].filter(Boolean).join(' · ');
}

const firstLine = (message = ''): string => message.split('\n', 1)[0] ?? '';
