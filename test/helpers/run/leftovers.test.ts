import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderPrefix, makeFolder, sweepLeftovers } from './leftovers.ts';

test('what a killed run has left is removed by the next one, and nothing of a run that lives', async () => {
  const place = await mkdtemp(join(tmpdir(), 'ugovor-place-'));
  const gone = spawn(process.execPath, ['-e', '']);
  await once(gone, 'exit');
  const leftBy = (kind: Parameters<typeof folderPrefix>[0]): string =>
    `${folderPrefix(kind).replace(`-${process.pid}-`, `-${gone.pid}-`)}abcdef`;
  for (const kind of ['test', 'servers', 'filled'] as const) {
    await mkdir(join(place, leftBy(kind), 'postgres'), { recursive: true });
  }
  const others = [
    'ugovor-servers-abcdef',
    leftBy('test').replace('test', 'mail'),
    leftBy('test').replace('ugovor', 'other'),
    // Of another machine, whose processes are not seen from here.
    leftBy('test').replace(/[0-9a-f]{6}/, (mark) => (mark === '000000' ? '111111' : '000000')),
  ];
  for (const name of others) await mkdir(join(place, name));
  const own = await makeFolder(place, 'servers');
  await sweepLeftovers(place);
  expect((await readdir(place)).map((name) => join(place, name)).sort()).toEqual(
    [...others.map((name) => join(place, name)), own].sort(),
  );
  await sweepLeftovers(join(place, 'nowhere'));
  await rm(place, { recursive: true, force: true });
});

test.runIf(process.getuid?.() === 0)('what another user has left does not stop a run', async () => {
  const place = await mkdtemp(join(tmpdir(), 'ugovor-place-'));
  const gone = spawn(process.execPath, ['-e', '']);
  await once(gone, 'exit');
  const theirs = `${folderPrefix('test').replace(`-${process.pid}-`, `-${gone.pid}-`)}abcdef`;
  await mkdir(join(place, theirs));
  await chown(join(place, theirs), 65_534, 65_534);
  await sweepLeftovers(place);
  expect(await readdir(place)).toEqual([theirs]);
  await rm(place, { recursive: true, force: true });
});
