import { afterAll, expect } from 'vitest';
import { brokenLedger } from '#server/modules/ledger/ledger.queries.ts';
import { closingOf } from '../../close-day/helpers/closing.ts';
import type { Client } from '../../helpers/client.ts';
import { account, accountCode } from './accounts.ts';
import { agree, makePaymentScenario, payFully } from './scenario.ts';

/** The stage of a file of tests about payouts, until its end: days are closed only when a test does it. */
export async function openPayouts(options: Parameters<typeof makePaymentScenario>[0] = {}) {
  const scenario = await makePaymentScenario({ byClock: false, ...options });
  afterAll(() => scenario.stop());
  const { bank, company, head, testApp } = scenario;
  await bank.speak(testApp.url);
  const platformAccountant = (await testApp.operator('accountant')).client;
  const { close, openSince } = closingOf(scenario);
  const companyPath = `/api/legal-entities/${company}`;
  const balance = async (client: Client = head) => (await client.get(`${companyPath}/balance`)).body;
  const payouts = async (client: Client = head) => (await client.get('/api/payouts')).body.items;
  const payNow = async (change: object = {}) => {
    const { free, account: shown } = await balance();
    return platformAccountant.post(`/internal/legal-entities/${company}/payouts`, {
      amount: Math.max(1, free),
      account: shown ? { id: shown.id, version: shown.version } : { id: 1, version: 1 },
      ...change,
    });
  };
  return {
    ...scenario,
    platformAccountant,
    companyPath,
    balance,
    payouts,
    payNow,
    last: async () => (await payouts())[0],
    card: async (id: number, client = platformAccountant) => (await client.get(`/api/payouts/${id}`)).body,
    /** The key under which the partner knows a payout. */
    keyOf: async (id: number) =>
      (await scenario.run('select partner_key from payouts where id = $1', [id]))[0]!['partner_key'] as string,
    openSince,
    broken: () => brokenLedger(testApp.app.database.db),
    /** Closes yesterday, as the clock does after midnight. */
    closeYesterday: async (): Promise<void> => {
      await openSince(1);
      expect(await close()).toBe(true);
    },
    /** Lets the company be paid to an account, as one that two have looked at; another number each time is another account. */
    useAccount: async (
      number: string,
      { trusted = true, ...change }: Partial<typeof account> & { trusted?: boolean } = {},
    ): Promise<void> => {
      const before = (await head.get(`${companyPath}/payment-details`)).body.items;
      const form = { act: 'add', ...account, ...change, number };
      const { act: _, ...detail } = form;
      const code = await accountCode(scenario, form);
      const added = await head.post(`${companyPath}/payment-details`, { ...detail, code });
      expect(added.status, added.text).toBe(201);
      if (trusted) await scenario.run('update payment_details set trusted_at = now() where id = $1', [added.body.id]);
      for (const { id } of before) await head.delete(`${companyPath}/payment-details/${id}`);
    },
    /** Money that a debtor has paid and the company is owed. @returns the payment */
    owe: async (amount = 3_000_000): Promise<number> => payFully(scenario, await agree(scenario), amount),
    /** Leaves nothing owed and nothing under way. */
    payOut: async (): Promise<void> => {
      await bank.payOutAtOnce(true);
      if ((await balance()).free > 0) await payNow();
      await expect.poll(async () => (await balance()).owed).toBe(0);
    },
  };
}

/** Of an account each digit counts in its check: these are all right. */
export const numbers = ['40702810138000000005', '40702810200000000001'] as const;
