/**
 * Cleans up after a test run, in a process of its own so that it also happens when the run is killed.
 *
 * Arguments: the connection string of a foreign server or an empty one, the prefix of the run's databases, our own
 * server's folder.
 */
import { runAlone } from '../server.ts';
import { removeFolder } from './leftovers.ts';

const [url = '', prefix = '', dataDir = ''] = process.argv.slice(2);

for await (const _ of process.stdin);
if (url) await dropAll();
else await removeFolder(dataDir);

async function dropAll(): Promise<void> {
  const { rows } = await runAlone(url, `select datname from pg_database where starts_with(datname, '${prefix}')`);
  for (const { datname } of rows) await runAlone(url, `drop database if exists ${datname} with (force)`);
}
