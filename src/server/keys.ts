/**
 * `npm run keys`: adds a new key of data to a configured server, which goes on working. A minute later everything new is
 * sealed with it, then a job seals anew what is there, and after an hour takes the old keys away.
 */
import { prepareDatabase } from './app.ts';
import { runCommand } from './platform/command.ts';
import { readConfig } from './platform/config.ts';
import { openDatabase, startTimeouts } from './platform/database/db.ts';
import { Jobs } from './platform/jobs/jobs.ts';
import { withOwner } from './platform/owner.ts';
import { addKey, openKeys } from './platform/secrets/keys.ts';
import { queueReseal } from './platform/secrets/reseal.ts';
import { inSystemTransaction } from './platform/state/write.ts';

await runCommand(main);

async function main(): Promise<void> {
  const config = readConfig(process.env);
  await withOwner(config, async (owner) => {
    const database = openDatabase(
      await prepareDatabase(owner, config.operatingCompanies),
      1,
      () => undefined,
      startTimeouts,
    );
    try {
      await openKeys(database.pool, config);
      const key = await addKey(database.pool, config);
      await inSystemTransaction(database.db, 'keys.new', (tx) => queueReseal({ jobs: new Jobs() }, tx, key));
      console.log(`Ключ ${key} добавлен: через минуту им шифруется новое, потом перешифруется всё остальное.`);
    } finally {
      await database.close();
    }
  });
}
