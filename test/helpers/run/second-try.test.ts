import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'second-try-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What would be run once more after these failures. */
function filesAfter(failures: object[] | undefined): string[] {
  const place = join(folder, 'failed');
  if (failures) writeFileSync(place, failures.map((failure) => `${JSON.stringify(failure)}\n`).join(''));
  const code =
    "import { filesForSecondTry } from './scripts/second-try.mjs'; console.log(JSON.stringify(filesForSecondTry()))";
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    encoding: 'utf8',
    env: { ...process.env, FAILED_TESTS: failures && place },
  });
  return JSON.parse(stdout) as string[];
}
const ended = { ended: true };
const failed = (file: string) => ({ file, test: 'a name', reason: 'expected 1 to be 2' });

describe('a second try in CI', () => {
  it('is given to each file that has failed, once', () => {
    expect(filesAfter([failed('test/a.test.ts'), failed('test/a.test.ts'), failed('test/b.test.ts'), ended])).toEqual([
      'test/a.test.ts',
      'test/b.test.ts',
    ]);
  });

  it('is given to nothing when something has failed that is no single file’s', () => {
    expect(filesAfter([failed('test/a.test.ts'), { reason: 'no test has provoked: rate.exceeded' }, ended])).toEqual(
      [],
    );
  });

  it('is given to nothing when many files have failed', () => {
    expect(
      filesAfter([...['a', 'b', 'c', 'd', 'e', 'f'].map((name) => failed(`test/${name}.test.ts`)), ended]),
    ).toEqual([]);
  });

  it('is given to nothing when the run was cut off: nobody knows what else would have failed', () => {
    expect(filesAfter([failed('test/a.test.ts')])).toEqual([]);
  });

  it('is given to nothing where nobody has asked for it', () => {
    expect(filesAfter(undefined)).toEqual([]);
  });
});
