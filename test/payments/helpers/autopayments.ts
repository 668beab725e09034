import { afterAll, expect } from 'vitest';
import { addDays, type Day, moscowDay } from '#domain/values/days.ts';
import { announceAttempts } from '#server/modules/payments/autopayments/announcing.commands.ts';
import { makeAttempts } from '#server/modules/payments/autopayments/charging.commands.ts';
import { finishAttempts } from '#server/modules/payments/autopayments/outcomes.commands.ts';
import { planAttempts } from '#server/modules/payments/autopayments/planning.commands.ts';
import { askPayment } from '#server/modules/payments/jobs.ts';
import type { EmulatedBinding } from '../../../emulators/bindings.ts';
import { lettersTo } from '../../helpers/mail/letters.ts';
import { firstDate } from '../../settlements/helpers/bargaining.ts';
import { agree, makePaymentScenario } from './scenario.ts';

export const today: Day = moscowDay(new Date());

/** The stage of a file of tests about autopayments, until its end: what the clock does is done by the tests. */
export async function openAutopayments() {
  const scenario = await makePaymentScenario({ byClock: false });
  afterAll(() => scenario.stop());
  const { bank, debtor, debtorId, testApp } = scenario;
  const run = (sql: string, values: unknown[] = []) => scenario.run(sql, values);
  const { app } = testApp;
  await bank.speak(testApp.url);
  const control = (path: string, body: object) =>
    fetch(`${bank.url}/control/${path}`, { method: 'POST', body: JSON.stringify(body) });
  const pathOf = (id: number) => `/api/individuals/${debtorId}/loans/${id}/autopayment`;
  const seen = async (id: number) => (await debtor.get(pathOf(id))).body;
  /** A moment of a day counted from today, by the clock of Moscow. */
  const at = (days: number, hour: number) =>
    new Date(Date.parse(`${addDays(today, days)}T00:00:00+03:00`) + hour * 3_600_000);
  const attemptsOf = (id: number) =>
    run(
      'select attempt, status, reason, payment_id from autopayment_attempts where settlement_id = $1 order by attempt',
      [id],
    );
  const lettersOf = async (id: number): Promise<string[]> => {
    const [row] = await run('select number from settlements where id = $1', [id]);
    const subject = `Автоплатёж по соглашению ${String(row!['number'])}`;
    const letters = await lettersTo(testApp, scenario.debtorEmail);
    return letters.filter((letter) => letter.subject === subject).map(({ text }) => text);
  };
  /** The payment of the last attempt. */
  const paymentOf = async (id: number): Promise<number> => (await attemptsOf(id)).at(-1)!['payment_id'] as number;
  /** Asks the partner, however he is just now. */
  const ask = (paymentId: number) => askPayment(app, { paymentId }).catch(() => undefined);
  const scene = {
    ...scenario,
    at,
    paymentOf,
    ask,
    run,
    pathOf,
    seen,
    attemptsOf,
    /** What becomes of money that is taken. */
    charges: (answer: 'succeeded' | 'failed' | 'processing' | 'created') => control('charges', { answer }),
    endBinding: async (id: number, status: string) => {
      const [row] = await run('select partner_key from autopayments where settlement_id = $1 order by id desc', [id]);
      return control(`bindings/${String(row!['partner_key'])}`, { status });
    },
    bindings: async () =>
      ((await (await fetch(`${bank.url}/control/payments`)).json()) as { bindings: EmulatedBinding[] }).bindings,
    consent: async () => {
      const { offered } = (await debtor.get('/api/auth/consents')).body;
      const document = offered.find(({ kind }: { kind: string }) => kind === 'autopayment');
      if (document) await debtor.post('/api/auth/consents', { documentId: document.documentId });
      return document;
    },
    /** An agreement in three payments of 10 000,00, the first of which is due tomorrow, or that with this number. */
    agreement: async (no = 1): Promise<number> => {
      const id = await agree(scenario, { kind: 'equal', amount: 3_000_000, payments: 3, firstDate, downPayment: 0 });
      await run('update schedule_items set due_date = $2 where settlement_id = $1 and no = $3', [
        id,
        addDays(today, 1),
        no,
      ]);
      return id;
    },
    /** Switches on and binds on the partner's page. */
    bind: async (id: number, channel = 'card'): Promise<void> => {
      const begun = await debtor.post(pathOf(id), { channel });
      expect(begun.status, begun.text).toBe(201);
      await expect.poll(async () => (await seen(id)).bindUrl).toContain(bank.url);
      const { bindUrl } = await seen(id);
      await fetch(bindUrl, { method: 'POST', body: new URLSearchParams({ answer: 'bind' }), redirect: 'manual' });
      await expect.poll(async () => (await seen(id)).status).toBe('on');
    },
    /** An attempt that is made and that the partner has not heard of. */
    unsent: async (): Promise<{ id: number; paymentId: number }> => {
      const id = await scene.agreement();
      await scene.bind(id);
      await scene.announce();
      const { payments: partner } = app;
      app.payments = undefined;
      await scene.charge();
      const paymentId = await paymentOf(id);
      // Its job has found nobody to tell.
      await expect
        .poll(async () => run('select 1 from graphile_worker.jobs where key = $1', [`payment:${paymentId}`]))
        .toEqual([]);
      app.payments = partner;
      return { id, paymentId };
    },
    /** What is done on the day before: planned at night, told by day. */
    announce: async (days = 0): Promise<void> => {
      await planAttempts(app, at(days, 1));
      await announceAttempts(app, at(days, 12));
    },
    charge: (days = 1, hour = 11) => makeAttempts(app, at(days, hour)),
    finish: (days = 1) => finishAttempts(app, at(days, 12)),
    /** Charges and waits until it has come to its end, whatever it is. */
    chargeToTheEnd: async (id: number, days = 1): Promise<void> => {
      await makeAttempts(app, at(days, 11));
      await expect
        .poll(async () => {
          await finishAttempts(app, at(days, 12));
          return (await attemptsOf(id)).filter(({ status }) => status === 'sent').length;
        })
        .toBe(0);
    },
    /** What the letters about an agreement say first, the newest first: their subjects say no more than that they are about it. */
    told: async (id: number): Promise<string[]> =>
      (await lettersOf(id)).map((text) => text.split('\n\n')[1]!.split('. Согл')[0]!),
    lettersOf,
    /** Payments of an agreement as the partner knows them. */
    takenOf: async (id: number) => {
      const keys = (await run('select partner_key from payments where settlement_id = $1', [id])).map(
        (row) => row['partner_key'],
      );
      return (await bank.payments()).filter(({ key }) => keys.includes(key));
    },
  };
  return scene;
}
