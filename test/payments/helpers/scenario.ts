import { randomUUID } from 'node:crypto';
import { afterAll, expect } from 'vitest';
import type { Operation } from '#contract/kernel/op.ts';
import { payments } from '#contract/money/payments.ts';
import { signatureHeader, signatureOf, signedHeaders, timestampHeader } from '#server/platform/auth/signature.ts';
import type { EmulatedPayment, EmulatedPayout, EmulatedRefund } from '../../../emulators/payments.ts';
import { startEmulator } from '../../../emulators/start.ts';
import type { boot } from '../../helpers/boot.ts';
import type { Client, Reply } from '../../helpers/client.ts';
import { accept, creditorOf, debtorOf, lump, offer, openBargaining } from '../../settlements/helpers/bargaining.ts';
import { makeScenario, type Scenario } from '../../settlements/helpers/scenario.ts';

export const partnerKey = 'the key that both sides of a test know, and nobody else';

/** A message of the partner gets nowhere without his signature; other operations know of none. */
export const partnerHeaders = ({ method, path, def }: Operation, body: string): Record<string, string> =>
  def.signed ? signedHeaders(partnerKey, `${method} ${path}`, body) : {};
const noticePath = payments.notice.path;

/** A message of the partner as a test wants it sent. */
export interface Notice {
  id?: string;
  type?: string;
  key: string;
  /** Seconds since 1970; now unless told. */
  at?: number;
  /** The key it is signed with. */
  signedWith?: string;
  /** Changes the bytes after they were signed. */
  spoil?: (body: string) => string;
  headers?: Record<string, string>;
}

/** The emulated partner of a test. */
export interface Bank {
  url: string;
  payments(): Promise<EmulatedPayment[]>;
  refunds(): Promise<EmulatedRefund[]>;
  /** How many requests of the API have come. */
  asked(): Promise<number>;
  behave(mode: string): Promise<void>;
  /** Lets the partner tell the platform by itself, or keeps him silent. */
  speak(to: string | null): Promise<void>;
  /** Whether money goes back as soon as it is asked for, or waits for `finishRefund`. */
  returnAtOnce(atOnce: boolean): Promise<void>;
  finishRefund(key: string, status: 'succeeded' | 'failed'): Promise<void>;
  payouts(): Promise<EmulatedPayout[]>;
  /** Whether money leaves for a creditor as soon as it is asked for, or waits for `finishPayout`. */
  payOutAtOnce(atOnce: boolean): Promise<void>;
  /** Ends a payout, or lets it come back, less what a bank has kept. */
  finishPayout(key: string, status: 'succeeded' | 'failed' | 'returned', kept?: number): Promise<void>;
  /** Makes the statement wrong about a payment. */
  spoil(key: string, fault: 'lost' | 'sum' | 'twice', by?: number): Promise<void>;
  /** Lets money come, or go, that nobody has asked for. @returns the partner's number of it */
  transfer(amount: number, purpose: string): Promise<string>;
  /** Ends a payment as its payer or his bank does. */
  finish(key: string, status: string): Promise<void>;
  /** Moves his clock by so much from that of the machine; ms. */
  moveClock(ahead: number): Promise<void>;
  stop(): Promise<void>;
}

export async function openBank(): Promise<Bank> {
  const emulator = await startEmulator('payments', { PAYMENTS_KEY: partnerKey });
  const url = `http://127.0.0.1:${emulator.ports.http}`;
  const control = async (path: string, body: object): Promise<void> =>
    void (await fetch(`${url}/control/${path}`, { method: 'POST', body: JSON.stringify(body) }));
  const state = async () =>
    (await (await fetch(`${url}/control/payments`)).json()) as {
      payments: EmulatedPayment[];
      refunds: EmulatedRefund[];
      payouts: EmulatedPayout[];
      asked: number;
    };
  return {
    url,
    stop: () => emulator.stop(),
    payments: async () => (await state()).payments,
    refunds: async () => (await state()).refunds,
    returnAtOnce: (atOnce) => control('refunds', { atOnce }),
    finishRefund: (key, status) => control(`refunds/${key}`, { status }),
    payouts: async () => (await state()).payouts,
    payOutAtOnce: (atOnce) => control('payouts', { atOnce }),
    finishPayout: (key, status, kept = 0) => control(`payouts/${key}`, { status, kept }),
    asked: async () => (await state()).asked,
    behave: (mode) => control('behaviour', { mode }),
    speak: (to) => control('notices', { url: to && `${to}${noticePath}` }),
    spoil: (key, fault, by = 0) => control('movements', { key, fault, by }),
    transfer: async (amount, purpose) => {
      const body = JSON.stringify({ amount, purpose });
      const answer = await fetch(`${url}/control/transfers`, { method: 'POST', body });
      return ((await answer.json()) as { id: string }).id;
    },
    finish: (key, status) => control(`payments/${key}`, { status }),
    moveClock: (ahead) => control('clock', { ahead }),
  };
}

/** A stage whose payments go to an emulated partner. */
export interface PaymentScenario extends Scenario {
  bank: Bank;
  stop(): Promise<void>;
}

export async function makePaymentScenario(options: Parameters<typeof boot>[1] = {}): Promise<PaymentScenario> {
  const bank = await openBank();
  const scenario = await makeScenario({ payments: { url: bank.url, key: partnerKey } }, options);
  return {
    ...scenario,
    bank,
    async stop() {
      await scenario.testApp.stop();
      await bank.stop();
    },
  };
}

/** The stage of a file of tests, until its end: the partner tells the platform by himself what becomes of money. */
export async function openPaymentScenario(): Promise<PaymentScenario & { platformAccountant: Client }> {
  const scenario = await makePaymentScenario();
  afterAll(() => scenario.stop());
  await scenario.bank.speak(scenario.testApp.url);
  const platformAccountant = (await scenario.testApp.operator('accountant')).client;
  return { ...scenario, platformAccountant };
}

/** What an account of the ledger holds. */
export const balanceOf = async ({ operator }: Scenario, account: string): Promise<number> =>
  (await operator.get('/internal/ledger/trial-balance')).body.rows.find(
    (row: { account: string }) => row.account === account,
  ).closing;

/** What the ledger says of a settlement: «kind account side amount», sorted. */
export const linesOf = async ({ operator }: Scenario, id: number): Promise<string[]> =>
  (await operator.get(`/internal/ledger/lines?limit=100&filter[settlementId]=${id}`)).body.items
    .map(
      (line: Record<string, string | number>) => `${line['kind']} ${line['account']} ${line['side']} ${line['amount']}`,
    )
    .sort();

/** An agreement about a new claim of 40 000,00, by the plan told or at once. @returns the settlement's id */
export async function agree(scenario: Scenario, plan: object = lump(3_000_000)): Promise<number> {
  const { id } = await openBargaining(scenario);
  await offer(scenario, debtorOf(scenario), id, plan);
  const accepted = await accept(scenario, creditorOf(scenario), id);
  if (accepted.status !== 200) throw new Error(`Not concluded: ${accepted.text}`);
  return id;
}

export const pay = (
  scenario: Scenario,
  id: number,
  amount: number,
  headers: Record<string, string> = {},
): Promise<Reply> =>
  scenario.debtor.post(`/api/individuals/${scenario.debtorId}/loans/${id}/pay`, { amount, channel: 'sbp' }, headers);

export const seenPayment = async (scenario: Scenario, id: number) =>
  (await scenario.debtor.get(`/api/payments/${id}`)).body;
export const seenSettlement = async (scenario: Scenario, id: number) =>
  (await scenario.debtor.get(`/api/loans/${id}`)).body;

/** The key under which the partner knows a payment. */
export const keyOf = async (scenario: Scenario, id: number): Promise<string> =>
  (await scenario.run('select partner_key from payments where id = $1', [id]))[0]!['partner_key'] as string;

/** Pays and waits until the money is in the schedule. @returns the payment's id */
export async function payFully(scenario: PaymentScenario, id: number, amount: number): Promise<number> {
  const paid = await pay(scenario, id, amount);
  expect(paid.status, paid.text).toBe(201);
  await expect.poll(async () => (await seenPayment(scenario, paid.body.id)).payUrl).toContain(scenario.bank.url);
  await scenario.bank.finish(await keyOf(scenario, paid.body.id), 'succeeded');
  await expect.poll(async () => (await seenPayment(scenario, paid.body.id)).status).toBe('succeeded');
  return paid.body.id;
}

/** Sends a message of the partner as he would sign it. */
export const notify = ({ testApp }: Scenario, notice: Notice): Promise<Reply> =>
  notifyFrom(testApp.anonymous(), notice);

/** The same to any server. */
export function notifyFrom(client: Client, notice: Notice): Promise<Reply> {
  const { id = randomUUID(), type = 'payment.succeeded', key, at = Date.now() / 1000, headers = {} } = notice;
  const { signedWith = partnerKey, spoil = (text: string) => text } = notice;
  const body = JSON.stringify({ id, type, key });
  const timestamp = String(Math.floor(at));
  return client.send('POST', noticePath, spoil(body), {
    'content-type': 'application/json',
    [timestampHeader]: timestamp,
    [signatureHeader]: signatureOf(signedWith, timestamp, `POST ${noticePath}`, body),
    ...headers,
  });
}
