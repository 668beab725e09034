import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { makeCompany, makeEmployee, makeIndividual } from '#server/demo/factories.ts';
import { csvOf } from '#server/demo/registry-generator.ts';
import { type Database, openDatabase } from '#server/platform/database/db.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { password, passwordHash } from '../helpers/boot.ts';
import { Client } from '../helpers/client.ts';
import { Blows, isImporting } from '../helpers/crash/blows.ts';
import { embeddedSite, type Site } from '../helpers/crash/sites.ts';
import { insist } from '../helpers/crash/writers.ts';
import { fileForm, generateRegistry, rowsOf } from './helpers/scenario.ts';

/** A usual run kills a few times; KILLS=50 is for those who want to know. */
const kills = Number(process.env['KILLS'] ?? 4);
const rows = 3_000;
const doneWithinMs = 120_000;

let site: Site;
let database: Database;
const struck = new Blows();
afterEach(async () => {
  await database?.close();
  await site?.stop();
});

test(`an import that is killed ${kills} times with -9 comes to the same end`, {
  timeout: 120_000 + kills * 30_000,
}, async () => {
  site = await embeddedSite();
  database = openDatabase(site.connection, 2, () => undefined);
  const { client, company } = await populate();
  const path = `/api/legal-entities/${company}/registries`;
  const file = rowsOf('full', generateRegistry(1), 0, rows);
  for (let left = kills, seed = 1; left > 0; seed++) {
    // Each import has contracts of its own, so that what one leaves behind cannot pass for another's.
    const own = file.map((row) => ({ ...row, contractNumber: `${row['contractNumber']}/${seed}`, externalId: '' }));
    const made = await insist(
      () => client.post(path, fileForm(csvOf('full', own)), { 'idempotency-key': `file-${seed}` }),
      201,
    );
    const address = `${path}/${made.body.id}`;
    left -= await strikeUntil(left, async () => (await statusOf(made.body.id)) === 'ready');
    const { body } = await insist(() => client.get(address), 200);
    expect(body.counts).toMatchObject({ rows, new: rows, error: 0 });
    await insist(
      () => client.post(`${address}/load`, { version: body.version }, { 'idempotency-key': `load-${seed}` }),
      202,
    );
    left -= await strikeUntil(left, async () => (await statusOf(made.body.id)) === 'loaded');
    expect(await entriesOf(made.body.id)).toEqual({
      entries: rows,
      contracts: rows,
      tallied: rows,
      snapshot: rows,
      history: 1,
    });
  }
  struck.tell('Blows at an import', ['import']);
});

async function populate(): Promise<{ client: Client; company: number }> {
  const hash = { passwordHash: passwordHash() };
  const company = await inSystemTransaction(database.db, 'system.test', async (tx) => {
    const id = await makeCompany(tx, { inn: '7707083893', verificationStatus: 'verified' });
    await makeEmployee(tx, { ...hash, email: 'manager@crash.test', legalEntityId: id, role: 'manager' });
    await makeIndividual(tx, {
      ...hash,
      inn: rowsOf('full', generateRegistry(1), 0, 1)[0]!['debtorInn']!,
      verificationStatus: 'verified',
    });
    return id;
  });
  const client = new Client(site.url);
  expect((await client.post('/api/auth/signin', { login: 'manager@crash.test', password })).status).toBe(200);
  return { client, company };
}

/** Kills the server at random moments, half of them while the work is just beginning, until the work is done. */
async function strikeUntil(most: number, isDone: () => Promise<boolean>): Promise<number> {
  const began = performance.now();
  let blows = 0;
  for (;;) {
    await sleep(Math.random() * (blows % 2 === 0 ? 300 : 1_500));
    if (await isDone()) return blows;
    expect(performance.now() - began).toBeLessThan(doneWithinMs + blows * 30_000);
    // In the end it must be left in peace, or a slow machine never gets there.
    if (blows >= most || blows >= 5) continue;
    struck.fell((await isImporting(database)) ? 'import' : 'idle');
    await site.killServer();
    await site.startServer();
    blows++;
  }
}

async function statusOf(id: number): Promise<string> {
  const { rows: found } = await database.pool.query('select status from registries where id = $1', [id]);
  return found[0].status;
}

/** Everything that a load leaves behind, counted each in its own way. */
async function entriesOf(id: number) {
  const { rows: found } = await database.pool.query(
    `select (select count(*) from registry_entries where registry_id = $1) as entries,
      (select count(distinct contract_number) from registry_entries where registry_id = $1) as contracts,
      (select sum(entries) from entry_tallies where registry_id = $1)::bigint as tallied,
      (select count(*) from registry_snapshots where registry_id = $1) as snapshot,
      (select count(*) from status_history where object_type = 'registries' and object_id = $1
        and to_status like 'loaded%') as history`,
    [id],
  );
  return found[0];
}
