import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { kopecks } from '#domain/values/money.ts';
import { makeOperator } from '#server/demo/factories.ts';
import { brokenLedger } from '#server/modules/ledger/ledger.queries.ts';
import { type Database, openDatabase } from '#server/platform/database/db.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { password, passwordHash } from '#test/helpers/boot.ts';
import { Client } from '#test/helpers/client.ts';
import { type Bank, notifyFrom, openBank, partnerKey } from '#test/payments/helpers/scenario.ts';
import { makeAgreed, makeParties, offered } from './settlements.ts';
import { ask, type Site } from './sites.ts';
import { insist } from './writers.ts';

/** What is given back of each payment, kopecks. */
const partOfIt = 1_000_000;

/** Money on its way between a debtor, a server that may be killed and a payment partner who lives on. */
export interface MoneySite {
  site: Site;
  bank: Bank;
  database: Database;
  /** Agreements in force, each to be paid by one sum. @returns their ids */
  agree(count: number): Promise<number[]>;
  /** Pays an agreement off: the debtor, his bank and the partner go on whatever happens meanwhile. @returns the payment's id */
  payOff(settlementId: number): Promise<number>;
  /** Gives a part of a payment back by two persons, in the same way. */
  giveBack(paymentId: number): Promise<void>;
  stop(): Promise<void>;
}

/** @param open starts the server with these settings, which name its partner */
export async function openMoneySite(open: (env: Record<string, string>) => Promise<Site>): Promise<MoneySite> {
  const bank = await openBank();
  const site = await open({ PAYMENTS_URL: bank.url, PAYMENTS_KEY: partnerKey });
  await bank.speak(site.url);
  const database = openDatabase(site.connection, 4, () => undefined);
  const write = <T>(work: Parameters<typeof inSystemTransaction<T>>[2]): Promise<T> =>
    inSystemTransaction(database.db, 'system.test', work);
  const hash = passwordHash();
  const parties = await write(async (tx) => {
    await makeOperator(tx, { email: 'accountant@crash.test', passwordHash: hash, role: 'accountant' });
    await makeOperator(tx, { email: 'administrator@crash.test', passwordHash: hash, role: 'administrator' });
    return makeParties(tx, hash);
  });
  const enter = async (path: string, login: string): Promise<Client> => {
    const client = new Client(site.url);
    expect((await client.post(path, { login, password })).status).toBe(200);
    return client;
  };
  const debtor = await enter('/api/auth/signin', parties.debtorEmail);
  const accountant = await enter('/internal/auth/operator/signin', 'accountant@crash.test');
  const administrator = await enter('/internal/auth/operator/signin', 'administrator@crash.test');
  const one = async <Row extends object>(text: string, id: number): Promise<Row | undefined> =>
    (await ask<Row>(database, text, [id])).rows[0];

  /** The partner tells the same twice, and something older after it; what he tells by himself comes beside that. */
  async function tellAgain(key: string, type: string): Promise<void> {
    const notice = { id: `again-${key}`, type, key };
    for (const told of [notice, notice, { ...notice, id: `older-${key}`, type: 'payment.processing' }]) {
      await insist(() => notifyFrom(new Client(site.url), told), 204);
    }
  }

  return {
    site,
    bank,
    database,
    agree: (count) =>
      write(async (tx) => {
        const ids: number[] = [];
        for (let made = 0; made < count; made++) ids.push(await makeAgreed(tx, parties));
        return ids;
      }),
    async payOff(settlementId) {
      const path = `/api/individuals/${parties.individual}/loans/${settlementId}/pay`;
      const form = { amount: offered, channel: 'sbp' };
      const { body } = await insist(() => debtor.post(path, form, { 'Idempotency-Key': `pay-${settlementId}` }), 201);
      const paid = await one<{ key: string }>('select partner_key as key from payments where id = $1', body.id);
      const key = paid!.key;
      const there = await until(async () => (await bank.payments()).find((known) => known.key === key));
      if (there.status === 'created') await bank.finish(key, 'succeeded');
      await tellAgain(key, 'payment.succeeded');
      await until(() => one('select id from payments where id = $1 and succeeded_at is not null', body.id));
      return body.id;
    },
    async giveBack(paymentId) {
      const key = (act: string) => ({ 'Idempotency-Key': `${act}-${paymentId}` });
      const form = { amount: partOfIt, reason: 'Заплачено по ошибке', makesLate: true };
      const proposed = await insist(
        () => accountant.post(`/internal/payments/${paymentId}/refunds`, form, key('propose')),
        200,
      );
      const [waiting] = proposed.body.pendingApprovals;
      const decision = `/api/approvals/${waiting.id}/decision`;
      await insist(() => administrator.post(decision, { decision: 'approve' }, key('approve')), 200);
      const refund = await one<{ key: string }>(
        'select partner_key as key from refunds where payment_id = $1',
        paymentId,
      );
      await until(async () => (await bank.refunds()).find((known) => known.key === refund!.key));
      await tellAgain(refund!.key, 'refund.succeeded');
      await until(() => one(`select id from refunds where payment_id = $1 and status = 'succeeded'`, paymentId));
    },
    async stop() {
      await database.close();
      await site.stop();
      await bank.stop();
    },
  };
}

/** Looks again and again until there is something. @throws Error when nothing comes of it for very long */
async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (const began = performance.now(); performance.now() - began < 120_000; ) {
    const found = await look();
    if (found !== undefined) return found;
    await sleep(20);
  }
  throw new Error('Nothing has come of it');
}

/**
 * A node that dies is known as dead after half a minute of silence; then its jobs go on. That is shown elsewhere: here the
 * dead one was heard of long ago, so that nobody waits.
 */
export async function forgetTheDead(database: Database): Promise<void> {
  await ask(database, `update nodes set seen_at = now() - interval '1 hour'`);
  await ask(
    database,
    `update graphile_worker._private_jobs set locked_at = now() - interval '1 hour' where locked_at is not null`,
  );
}

/**
 * What is half done: a payment or a refund with its money but without its entry or its rows, or the other way round, and a
 * settlement or a request that tells another story. Empty at any moment of any crash.
 */
export async function halves(database: Database): Promise<string[]> {
  const { rows } = await ask<{ what: string }>(
    database,
    `select 'payment ' || p.id as what from payments p where
      (p.succeeded_at is not null) <> exists (select from ledger_entries e where e.payment_id = p.id and e.kind = 'paid')
      or (p.succeeded_at is not null) <> exists (select from payment_allocations a where a.payment_id = p.id)
    union all
    select 'refund ' || r.id from refunds r where
      (r.status = 'succeeded') <> exists (select from refund_allocations a where a.refund_id = r.id)
      or (r.status = 'succeeded') <> exists (
        select from ledger_entries e where e.payment_id = r.payment_id and e.kind = 'refunded')
    union all
    select 'settlement ' || s.id from settlements s join requests q on q.id = s.request_id
    where s.paid_amount <> coalesce((select sum(p.amount - p.overpaid - p.refunded_amount) from payments p
        where p.settlement_id = s.id and p.succeeded_at is not null), 0)
      or (s.agreed_amount is not null and (s.status = 'paid') <> (s.paid_amount = s.agreed_amount)) or q.status <> s.status`,
  );
  return rows.map(({ what }) => what);
}

/**
 * Everything at the end: each agreement has one payment that has come and no other, the partner knows the same ones and
 * each once, and the ledger holds what he has.
 */
export async function nothingLostOrDoubled({ database, bank }: MoneySite, settlements: number[]): Promise<void> {
  const { rows } = await ask<{ key: string; settlementId: number }>(
    database,
    'select partner_key as key, settlement_id as "settlementId" from payments where succeeded_at is not null',
  );
  expect(rows.map(({ settlementId }) => settlementId).toSorted((a, b) => a - b)).toEqual(settlements);
  const charged = (await bank.payments()).filter(({ status }) => status === 'succeeded');
  expect(charged.map(({ key }) => key).toSorted()).toEqual(rows.map(({ key }) => key).toSorted());
  const returned = (await bank.refunds()).filter(({ status }) => status === 'succeeded');
  const sum = (some: readonly { amount: number }[]): number => some.reduce((total, { amount }) => total + amount, 0);
  expect(await halves(database)).toEqual([]);
  expect(await brokenLedger(database.db, kopecks(sum(charged) - sum(returned)))).toEqual([]);
}
