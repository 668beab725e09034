import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '#server/platform/database/db.ts';
import { makeSecrets, type Secrets } from '#server/platform/secrets/secrets.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { password, passwordHash } from '../helpers/boot.ts';
import { Client, type Reply } from '../helpers/client.ts';
import { Blows, type Phase } from '../helpers/crash/blows.ts';
import {
  makeCode,
  makeOffered,
  makeParties,
  makeProposed,
  type Parties,
  termsHashOf,
} from '../helpers/crash/settlements.ts';
import { embeddedSite, type Site } from '../helpers/crash/sites.ts';
import { keysOf } from '../helpers/files/keys.ts';

/** A usual run kills a few times; KILLS=30 is for those who want to know. */
const kills = Number(process.env['KILLS'] ?? 3);

let site: Site;
let database: Database;
let secrets: Secrets;
let parties: Parties;
let manager: Client;
afterEach(async () => {
  await database?.close();
  await site?.stop();
});

/** What an acceptance leaves behind, all of it or nothing. */
interface Left {
  agreements: number;
  status: string;
  request: string;
  signatures: number;
  rows: number;
  documents: number;
  codes: number;
  keys: number;
}
interface Accepted {
  make: (...of: Parameters<typeof makeOffered>) => Promise<number>;
  whole: Left;
  nothing: Left;
}
const concluded: Left = {
  agreements: 1,
  status: 'waiting_for_payment',
  request: 'waiting_for_payment',
  signatures: 2,
  rows: 1,
  documents: 2,
  codes: 1,
  keys: 1,
};
const unmoved = { documents: 0, codes: 0, keys: 0 };
/** The old row and the new one; the papers of the agreement itself are not made here. */
const rescheduled: Left = { ...concluded, signatures: 3, rows: 2 };
const agreement: Accepted = {
  make: makeOffered,
  whole: concluded,
  nothing: { agreements: 0, status: 'negotiation', request: 'negotiation', signatures: 1, rows: 0, ...unmoved },
};
const addendum: Accepted = {
  make: makeProposed,
  whole: rescheduled,
  nothing: { ...rescheduled, signatures: 2, rows: 1, ...unmoved },
};

test.each([
  ['an acceptance: one agreement or none', agreement],
  ['an acceptance of a new schedule: one addendum or none', addendum],
])(
  `killed at ${kills} random moments of %s, never half`,
  {
    timeout: 120_000 + kills * 30_000,
  },
  async (_, { make, whole, nothing }) => {
    site = await embeddedSite();
    database = openDatabase(site.connection, 2, () => undefined);
    secrets = makeSecrets(await keysOf(database.pool, site.dataDir));
    parties = await write((tx) => makeParties(tx, passwordHash()));
    manager = new Client(site.url);
    const entered = await manager.post('/api/auth/signin', { login: parties.acceptor.email, password });
    expect(entered.status).toBe(200);
    const longestMs = 1.3 * (await calmAcceptance(make));
    const settlements: number[] = [];
    const struck = new Blows();
    let survived = 0;
    for (let kill = 1; kill <= kills; kill++) {
      const { id, ask } = await offered(make);
      settlements.push(id);
      const asked = ask().catch(() => undefined);
      // The blow falls somewhere within, or a little after it.
      struck.fell(
        await Promise.race([asked.then((): Phase => 'idle'), sleep(Math.random() * longestMs, 'acceptance' as const)]),
      );
      await site.killServer();
      const reply = await asked;
      const left = await leftBy(id);
      expect([whole, nothing], `kill ${kill}`).toContainEqual(left);
      if (reply?.status === 200) expect(left, 'what was acknowledged is there').toEqual(whole);
      if (left.keys === 1) survived++;
      await site.startServer();
      const again = await ask();
      expect([again.status, again.body.status], again.text).toEqual([200, 'waiting_for_payment']);
      expect(await leftBy(id)).toEqual(whole);
    }
    struck.tell('Blows at an acceptance', ['acceptance']);
    // Many blows fall on both sides of the commit, or they would show nothing.
    if (kills >= 20) {
      expect(survived).toBeGreaterThan(0);
      expect(survived).toBeLessThan(kills);
    }
    await vi.waitFor(async () => expect(await unmade(settlements)).toBe(0), { timeout: 60_000, interval: 250 });
  },
);

const write = <T>(work: Parameters<typeof inSystemTransaction<T>>[2]): Promise<T> =>
  inSystemTransaction(database.db, 'system.test', work);

/** A bargaining that waits for the creditor's word, and the request that says it, the same each time. */
async function offered(make: Accepted['make']): Promise<{ id: number; ask: () => Promise<Reply> }> {
  const { id, code, termsHash } = await write(async (tx) => {
    const settlement = await make(tx, parties, secrets);
    const code = await makeCode(tx, secrets, parties.acceptor.accountId, settlement);
    return { id: settlement, code, termsHash: await termsHashOf(tx, settlement) };
  });
  const path = `/api/legal-entities/${parties.company}/accept-terms/${id}`;
  return { id, ask: () => manager.post(path, { termsHash, code }, { 'Idempotency-Key': `accept-${id}` }) };
}

/** Milliseconds of an acceptance that nobody disturbs, by a server that has just started, as each one here is. */
async function calmAcceptance(make: Accepted['make']): Promise<number> {
  await site.killServer();
  await site.startServer();
  const { ask } = await offered(make);
  const began = performance.now();
  expect((await ask()).status).toBe(200);
  return performance.now() - began;
}

async function leftBy(id: number): Promise<Left> {
  const { rows } = await database.pool.query<Left>(
    `select s.status, r.status as request,
      (select count(*) from agreements where settlement_id = s.id) as agreements,
      (select count(*) from signatures where settlement_id = s.id) as signatures,
      (select count(*) from schedule_items where settlement_id = s.id) as rows,
      (select count(*) from issued_documents where settlement_id = s.id) as documents,
      (select count(*) from one_time_codes c join signatures g on g.code_id = c.id
        where g.settlement_id = s.id and c.used_at is not null) as codes,
      (select count(*) from idempotency_records where key = 'accept-' || s.id) as keys
    from settlements s join requests r on r.id = s.request_id where s.id = $1`,
    [id],
  );
  return rows[0]!;
}

async function unmade(ids: number[]): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    'select count(*) from issued_documents where settlement_id = any($1) and made_at is null',
    [ids],
  );
  return rows[0]!.count;
}
