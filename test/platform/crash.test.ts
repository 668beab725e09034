import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { makeIndividual, makeOperator } from '#server/demo/factories.ts';
import { type Database, openDatabase } from '#server/platform/database/db.ts';
import { verifyAudit } from '#server/platform/state/audit-chain.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { password, passwordHash } from '../helpers/boot.ts';
import { Client } from '../helpers/client.ts';
import { Blows, isImporting, type Phase } from '../helpers/crash/blows.ts';
import { type Importer, importOnAndOn } from '../helpers/crash/importer.ts';
import {
  ask,
  embeddedSite,
  installedPostgres,
  lacksPostgres,
  type Site,
  separateSite,
} from '../helpers/crash/sites.ts';
import { changePerson, nameOf, signPeopleUp, type Writer } from '../helpers/crash/writers.ts';
import { processesOf } from '../helpers/processes/processes.ts';
import { testUnless } from '../helpers/run/unless.ts';

/** A usual run kills once in each way on each database; KILLS=100 is for those who want to know. */
const kills = Number(process.env['KILLS'] ?? 4);
const timeout = 200_000 + kills * 60_000;
const people = 3;
/** After a blow everybody's next write is acknowledged within this time, with nobody's help. */
const backWithinMs = 60_000;

type Blow = 'server' | 'database' | 'both' | 'stopping';
const kinds = ['server', 'both', 'database', 'stopping'] as const;
const blows = Array.from({ length: kills }, (_, index): Blow => kinds[index % kinds.length]!);

interface World {
  ids: number[];
  changers: Writer[];
  signUp: Writer;
  signedUp: Set<string>;
  importer: Importer;
}

let site: Site;
let database: Database | undefined;
const writers: Writer[] = [];

afterEach(async () => {
  await Promise.all(writers.splice(0).map((writer) => writer.stop()));
  await closeDatabase();
  await site?.stop();
});

describe(`killed with -9 at any moment of ${kills}, the system keeps every promise`, () => {
  test('on the embedded database', { timeout }, async () => {
    await survive(await embeddedSite(), 'the embedded database');
  });

  const bin = installedPostgres();
  testUnless(lacksPostgres())('on a separate database', { timeout }, async () => {
    await survive(await separateSite(bin!), 'a separate database');
  });
});

async function closeDatabase(): Promise<void> {
  await database?.close();
  database = undefined;
}

async function survive(started: Site, where: string): Promise<void> {
  site = started;
  database = openDatabase(site.connection, 2, () => undefined);
  const world = await populate();
  const struck = new Blows();
  for (const blow of blows) {
    await sleep(50 + Math.random() * 350);
    struck.fell(await strike(blow));
    await everybodyGoesOn(world, blow);
    await promisesHold(world, blow);
  }
  await Promise.all([...writers, world.importer].map((writer) => writer.stop()));
  await promisesHold(world, 'the end');
  expect(writers.flatMap(({ strange }) => strange)).toEqual([]);
  expect((await database.db.transaction().execute((tx) => verifyAudit(tx))).brokenAt).toBe(null);
  expect(logOf(site)).not.toContain('unhandled rejection');
  await closeDatabase();
  expect(await site.server.stop()).toBe(0);
  expect(processesOf(site.dataDir), 'left behind').toEqual([]);
  struck.tell(`Blows at ${where}`, ['import', 'stop']);
}

async function populate(): Promise<World> {
  const email = 'admin@crash.test';
  const hash = { passwordHash: passwordHash() };
  const ids = await inSystemTransaction(database!.db, 'system.test', async (tx) => {
    await makeOperator(tx, { email, role: 'administrator', ...hash });
    const made: number[] = [];
    for (let index = 0; index < people; index++) made.push((await makeIndividual(tx, hash)).individualId);
    return made;
  });
  const operator = new Client(site.url);
  expect((await operator.post('/internal/auth/operator/signin', { login: email, password })).status).toBe(200);
  const documents = await operator.get('/api/consent-documents?audience=individual');
  const consents = documents.body.items.filter((one: { required: boolean }) => one.required);
  const signedUp = new Set<string>();
  const signUp = signPeopleUp(
    site.url,
    consents.map((one: { id: number }) => one.id),
    signedUp,
  );
  const changers = ids.map((id) => changePerson(operator, id));
  writers.push(signUp, ...changers);
  return { ids, changers, signUp, signedUp, importer: await importOnAndOn(site.url, database!) };
}

/** @returns what it fell into */
async function strike(blow: Blow): Promise<Phase> {
  const phase = (await isImporting(database!)) ? 'import' : 'idle';
  if (blow === 'database') {
    await site.killDatabase();
    return phase;
  }
  // Killed at any moment of its orderly stop.
  const isStopped = blow === 'stopping' && (await Promise.race([orderly(), sleep(Math.random() * 500, false)]));
  await site.killServer();
  if (blow === 'both') await site.killDatabase();
  await site.startServer();
  return blow === 'stopping' ? (isStopped ? 'idle' : 'stop') : phase;
}

/** @returns that the server has come to the end of its stop */
async function orderly(): Promise<true> {
  await site.server.stop();
  return true;
}

async function everybodyGoesOn(world: World, blow: Blow): Promise<void> {
  const all = [...world.changers, world.signUp];
  // The write that was under way may be acknowledged late; the second one is surely new.
  const goals = all.map((writer) => writer.acknowledged + 2);
  const began = performance.now();
  while (all.some((writer, index) => writer.acknowledged < goals[index]!)) {
    const strange = all.flatMap(({ strange }) => strange);
    expect(strange, `after ${blow}`).toEqual([]);
    const told = all.map((writer, index) => `${goals[index]! - writer.acknowledged} to go: ${writer.last}`);
    const when = `back after ${blow}: ${told.join('; ')}; ${site.server.stderr}`;
    expect(performance.now() - began, when).toBeLessThan(backWithinMs);
    await sleep(10);
  }
}

/** What was acknowledged before the look is in it; each statement sees one moment, in which everything must agree. */
async function promisesHold(world: World, when: string): Promise<void> {
  const promised = world.changers.map(({ acknowledged }) => acknowledged);
  const addresses = [...world.signedUp];
  for (const [index, person] of (await changes(world.ids)).entries()) {
    expect(person.changes, `acknowledged, ${when}`).toBeGreaterThanOrEqual(promised[index]!);
    const whole = { changes: person.changes, audited: person.changes, keys: person.changes };
    expect(person, `person, ${when}`).toEqual({
      ...whole,
      name: person.changes ? nameOf(person.changes + 1) : 'Иванов',
    });
  }
  const rows = await signUps();
  const stored = new Set(rows.map(({ email }) => email));
  expect(addresses.filter((email) => !stored.has(email))).toEqual([]);
  for (const row of rows)
    expect(row, when).toEqual({ email: row.email, tokens: 1, letters: 1, forgotten: 0, audited: 1 });
}

async function changes(ids: number[]) {
  const { rows } = await ask<{ changes: number; name: string; audited: number; keys: number }>(
    database!,
    `select i.version - 1 as changes, i.last_name as name,
      (select count(*) from audit_log a
        where a.object_type = 'individuals' and a.object_id = i.id and a.action = 'update') as audited,
      (select count(*) from idempotency_records r where r.key like 'change-' || i.id || '-%') as keys
    from individuals i where i.id = any($1) order by i.id`,
    [ids],
  );
  return rows;
}

async function signUps() {
  const { rows } = await ask<{ email: string; tokens: number; letters: number; forgotten: number; audited: number }>(
    database!,
    `with addresses as (select email from registration_tokens union select recipient from letters)
    select email,
      (select count(*) from registration_tokens t where t.email = addresses.email) as tokens,
      (select count(*) from letters l where l.recipient = addresses.email) as letters,
      (select count(*) from letters l where l.recipient = addresses.email and l.status in ('queued', 'sending')
        and not exists (select from graphile_worker.jobs j where j.key = 'letter:' || l.id)) as forgotten,
      (select count(*) from registration_tokens t join audit_log a
        on a.object_type = 'registration_tokens' and a.object_id = t.id and a.action = 'insert'
        where t.email = addresses.email) as audited
    from addresses`,
  );
  return rows;
}

function logOf({ dataDir }: Site): string {
  const folder = join(dataDir, 'logs');
  const files = readdirSync(folder).filter((name) => name.startsWith('app'));
  return files.map((name) => readFileSync(join(folder, name), 'utf8')).join('');
}
