import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const quick = (...what: string[]) => spawnSync(process.execPath, ['scripts/t.mjs', ...what], { encoding: 'utf8' });

test('`npm run t` with a file that is not there fails and says so', () => {
  for (const path of ['test/no/such.test.ts', './src/absent', 'absent.test.tsx']) {
    const { status, stdout, stderr } = quick(path);
    expect([status, stdout + stderr]).toEqual([1, expect.stringContaining(`Такого файла нет: ${path}`)]);
  }
});

test('`npm run t` with words of no test fails and says so', () => {
  const { status, stdout, stderr } = quick('words of no test at all', 'src/domain/values/days.test.ts');
  expect([status, stdout + stderr]).toEqual([1, expect.stringContaining('Нет ни одной проверки с таким названием')]);
});
