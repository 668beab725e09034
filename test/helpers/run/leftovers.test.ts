import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder, sweepLeftovers } from './leftovers.ts';

test('what a killed run has left is removed by the next one, and nothing of a run that lives', async () => {
  const place = await mkdtemp(join(tmpdir(), 'ugovor-place-'));
  const gone = spawn(process.execPath, ['-e', '']);
  await once(gone, 'exit');
  for (const kind of ['test', 'servers', 'filled']) {
    await mkdir(join(place, `ugovor-${kind}-${gone.pid}-abcdef`, 'postgres'), { recursive: true });
  }
  const others = ['ugovor-servers-abcdef', `ugovor-mail-${gone.pid}-abcdef`, `other-test-${gone.pid}-abcdef`];
  for (const name of others) await mkdir(join(place, name));
  const own = await makeFolder(place, 'servers');
  await sweepLeftovers(place);
  expect((await readdir(place)).map((name) => join(place, name)).sort()).toEqual(
    [...others.map((name) => join(place, name)), own].sort(),
  );
  await sweepLeftovers(join(place, 'nowhere'));
  await rm(place, { recursive: true, force: true });
});
