/**
 * Cleans up after a test run, in a process of its own so that it also happens when the run is killed.
 *
 * Arguments: the connection string of a foreign server or an empty one, the prefix of the run's databases, our own
 * server's folder.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning, postmasterPid } from '#server/platform/database/embedded/cluster.ts';
import { runAlone } from '../server.ts';

const [url = '', prefix = '', dataDir = ''] = process.argv.slice(2);

for await (const _ of process.stdin);
if (url) await dropAll();
else await removeOwn();

async function dropAll(): Promise<void> {
  const { rows } = await runAlone(url, `select datname from pg_database where starts_with(datname, '${prefix}')`);
  for (const { datname } of rows) await runAlone(url, `drop database if exists ${datname} with (force)`);
}

/** The data is thrown away, so the server need not shut down in order. */
async function removeOwn(): Promise<void> {
  const home = join(dataDir, 'postgres');
  const pid = await postmasterPid(home);
  if (pid) await kill(home, pid);
  await rm(dataDir, { recursive: true, force: true });
}

async function kill(home: string, pid: number): Promise<void> {
  while (await isRunning(home, pid)) {
    process.kill(pid, 'SIGQUIT');
    await sleep(20);
  }
}
