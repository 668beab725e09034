import { sql } from 'kysely';
import type { App } from '../app.ts';
import type { Tx } from '../database/db.ts';
import { inSystemTransaction } from '../state/write.ts';
import { add, type Counts, note, resealTable, type Sealed } from './reseal-table.ts';

/** Every node seals with a new key when the first round begins. */
const roundSeconds = 120;
/** No transaction that has sealed with an old key is open any more when the last round begins. */
const lastSeconds = 60 * 60;

/** Asks for everything to be sealed anew, once every node knows the new key. */
export const queueReseal = (app: Pick<App, 'jobs'>, db: Tx, key: number): Promise<void> =>
  app.jobs.add(db, 'reseal', { key, last: false }, { key: `reseal:${key}`, inSeconds: roundSeconds });

/**
 * Seals anew whatever is sealed with a key older than this one, values and files, in short transactions beside the work of
 * the day. What is sealed anew is found so by the next attempt. An hour later a last round looks for what was still on its
 * way, and takes the old keys away.
 * @throws Error when this node does not seal with that key yet
 */
export async function reseal(app: App, { key, last }: { key: number; last: boolean }): Promise<void> {
  await app.keys.look();
  if (app.keys.now().sealing < key) throw new Error('The new key does not seal yet');
  const counts = await resealAll(app);
  app.log.info({ key, ...counts }, 'sealed anew');
  if (!last) {
    await app.jobs.add(
      app.database.db,
      'reseal',
      { key, last: true },
      { key: `reseal:${key}`, inSeconds: lastSeconds },
    );
  } else if (counts.left > 0) {
    app.log.error({ key, left: counts.left }, 'not everything opens: the old keys stay');
  } else {
    await inSystemTransaction(app.database.db, 'keys.retire', async (tx) => {
      await tx.deleteFrom('dataKeys').where('id', '>', 0).where('id', '<', key).execute();
      await note(tx, { table: 'data_keys', sealed: 0, left: 0 });
    });
    await app.keys.look();
  }
}

/** Rounds go on until one finds nothing: a row that was changed meanwhile may have moved to where a round had been. */
async function resealAll(app: App): Promise<Counts> {
  const all: Counts = { sealed: 0, left: 0 };
  for (;;) {
    const round: Counts = { sealed: 0, left: 0 };
    for (const one of await sealedTables(app)) add(round, await resealTable(app, one));
    for (const files of app.files.all()) add(round, await files.reseal());
    all.sealed += round.sealed;
    all.left = round.left;
    if (round.sealed === 0) return all;
  }
}

async function sealedTables(app: App): Promise<Sealed[]> {
  const { rows } = await sql<Sealed>`
    select c.relname as "table", array_agg(a.attname::text order by a.attnum) as columns
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attname like '%\\_sealed'
      and not a.attisdropped
    group by c.relname order by c.relname`.execute(app.database.db);
  return rows;
}
