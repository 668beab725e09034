import { beforeAll, describe, expect, test } from 'vitest';
import { addDays, type Day, moscowDay } from '#domain/values/days.ts';
import { KNOWN_CALENDAR } from '#test/helpers/known-calendar.ts';
import { liveDay } from '#test/helpers/live-day.ts';
import {
  agree,
  keyOf,
  openPaymentScenario,
  pay,
  payFully,
  seenPayment,
  seenSettlement,
} from '../../payments/helpers/scenario.ts';
import {
  accept,
  debtorOf,
  firstDate,
  headOf,
  offer,
  openBargaining,
  ordinaryBand,
  publish,
} from '../helpers/bargaining.ts';

const scenario = await openPaymentScenario();
const accountant = scenario.platformAccountant;
const today = moscowDay(new Date());
const twoParts = { kind: 'equal', amount: 3_000_000, payments: 2, firstDate, downPayment: 0 };

const tick = (day: Day) => liveDay(scenario.testApp.app, new Date(`${day}T09:00:00Z`));
const end = (id: number) =>
  scenario.head.post(`/api/legal-entities/${scenario.company}/loans/${id}/breach`, { reason: 'Платежа нет' });

/** The first payment was due so many days ago; the notice about it is delivered 45 days ago, if any is due. */
async function late(id: number, days: number): Promise<void> {
  await scenario.run(`update schedule_items set due_date = $2 where settlement_id = $1 and no = 1`, [
    id,
    addDays(today, -days),
  ]);
  await liveDay(scenario.testApp.app, new Date());
  await scenario.run(
    `update notices set delivered_at = now() - interval '45 days' where settlement_id = $1 and delivered_at is null`,
    [id],
  );
}

const breachNotices = (id: number) =>
  scenario.run(
    `select d.status from notices n join issued_documents d on d.id = n.document_id
     where n.settlement_id = $1 and d.kind = 'breach_notice' order by n.id`,
    [id],
  );

async function giveBack(paymentId: number, amount: number): Promise<void> {
  const asked = { amount, reason: 'Заплачено по ошибке, просит вернуть', makesLate: true };
  expect((await accountant.post(`/internal/payments/${paymentId}/refunds`, asked)).status).toBe(200);
  const { body } = await scenario.operator.get(`/api/payments/${paymentId}`);
  const decision = `/api/approvals/${body.pendingApprovals[0].id}/decision`;
  expect((await scenario.operator.post(decision, { decision: 'approve' })).status).toBe(200);
  const state = async () => (await accountant.get(`/api/payments/${paymentId}`)).body.refunds[0]?.status;
  await expect.poll(state).toBe('succeeded');
}

test('a payment that was demanded, paid and returned is demanded anew, and not for the days on which it was paid', async () => {
  const id = await agree(scenario, twoParts);
  await late(id, 61);
  expect(await breachNotices(id)).toEqual([{ status: 'issued' }]);
  const paymentId = await payFully(scenario, id, 1_500_000);
  await giveBack(paymentId, 100);
  expect(await breachNotices(id)).toEqual([{ status: 'revoked' }]);
  expect((await end(id)).status).toBe(409);
  await tick(addDays(today, 1));
  expect(await breachNotices(id)).toEqual([{ status: 'revoked' }]);
});

test('a notice of before an agreement became a consumer’s ends it no sooner than the law of loans does', async () => {
  const id = await agree(scenario, twoParts);
  await scenario.run('update settlements set consumer = false where id = $1', [id]);
  await late(id, 20);
  expect(await breachNotices(id)).toEqual([{ status: 'issued' }]);
  await scenario.run('update settlements set consumer = true where id = $1', [id]);
  const { status, body } = await end(id);
  expect([status, body.message]).toEqual([409, 'Просрочка для расторжения ещё мала']);
});

describe('an agreement that ends by the rule of its creditor', () => {
  beforeAll(async () => {
    const band = { ...ordinaryBand, minLumpBps: 0, minPlanBps: 0, maxPlanDays: 1_000, breachByRule: true };
    expect((await publish(scenario, [{ ...band, penaltyDayBps: 5 }], 0)).status).toBe(200);
  });

  /** The term to cure is over. */
  async function ripe(): Promise<number> {
    const { id } = await openBargaining(scenario);
    await offer(scenario, headOf(scenario), id, twoParts);
    expect((await accept(scenario, debtorOf(scenario), id)).status).toBe(200);
    await scenario.run(
      `update settlements set signed_at = now() - interval '100 days',
         penalty_terms = jsonb_set(penalty_terms, '{0,since}', to_jsonb($2::text)) where id = $1`,
      [id, addDays(today, -100)],
    );
    await late(id, 61);
    await scenario.run('update notices set read_at = delivered_at where settlement_id = $1', [id]);
    return id;
  }
  const askedOf = (id: number) =>
    scenario.run(
      `select detail from notifications where about_type = 'settlements' and about_id = $1 and title like '%решение за вами'`,
      [id],
    );
  const statusOf = async (id: number) =>
    (await scenario.run('select status, close_reason as "closeReason" from settlements where id = $1', [id]))[0];

  test('does not before its debtor has opened the notice, and had his time since: its letter may have come back', async () => {
    const id = await ripe();
    const opened = (daysAgo: number | null) =>
      scenario.run('update notices set read_at = now() - make_interval(days => $2) where settlement_id = $1', [
        id,
        daysAgo,
      ]);
    await opened(null);
    await tick(addDays(today, 1));
    expect(await statusOf(id)).toMatchObject({ status: 'waiting_for_payment' });
    expect(await seenSettlement(scenario, id)).toMatchObject({
      breach: { byRule: true, ruleUntil: null },
      breachTerms: {
        delay: expect.stringContaining('просрочены'),
        cure: expect.stringContaining('дней'),
        byRule: true,
      },
    });
    const [asked] = await askedOf(id);
    expect(asked!['detail']).toContain('не открыл уведомление');
    expect(asked!['detail']).toContain('Пока он его не откроет');
    await opened(10);
    await tick(addDays(today, 2));
    expect(await statusOf(id)).toMatchObject({ status: 'waiting_for_payment' });
    await opened(45);
    await tick(addDays(today, 3));
    expect(await statusOf(id)).toMatchObject({ status: 'closed', closeReason: 'breached' });
  });

  test('waits while the time since its debtor opened the notice runs, and asks nobody to decide', async () => {
    const id = await ripe();
    await scenario.run(`update notices set read_at = now() - interval '10 days' where settlement_id = $1`, [id]);
    await tick(addDays(today, 1));
    expect(await statusOf(id)).toMatchObject({ status: 'waiting_for_payment' });
    expect(await askedOf(id)).toEqual([]);
    expect((await seenSettlement(scenario, id)).breach).toMatchObject({
      byRule: true,
      ruleUntil: KNOWN_CALENDAR.onOrAfter(addDays(today, 20)),
    });
  });

  test('does not while a payment that the debtor has stated is not answered', async () => {
    const id = await ripe();
    const stated = await scenario.debtor.post(`/api/individuals/${scenario.debtorId}/loans/${id}/outside-payments`, {
      amount: 1_500_000,
      paidOn: today,
      comment: 'Перевёл на счёт',
    });
    expect(stated.status).toBe(201);
    await tick(addDays(today, 1));
    expect(await statusOf(id)).toMatchObject({ status: 'waiting_for_payment' });
  });

  test('does not while the creditor may not act himself', async () => {
    const id = await ripe();
    const verify = (status: string) =>
      scenario.run('update legal_entities set verification_status = $2 where id = $1', [scenario.company, status]);
    await verify('blocked');
    await tick(addDays(today, 1));
    await verify('verified');
    expect(await statusOf(id)).toMatchObject({ status: 'waiting_for_payment' });
  });

  test('does not while the partner has not told the end of a payment that was cancelled here', async () => {
    const id = await ripe();
    const { body } = await pay(scenario, id, 100_000);
    await expect.poll(async () => (await seenPayment(scenario, body.id)).payUrl).not.toBeNull();
    await scenario.run(`update payments set status = 'cancelled', partner_silent = true where id = $1`, [body.id]);
    await tick(addDays(today, 1));
    expect(await statusOf(id)).toMatchObject({ status: 'waiting_for_payment' });
    // The clock has him asked: nobody has paid there.
    await scenario.run(`update payments set asked_at = now() - interval '2 minutes' where id = $1`, [body.id]);
    await liveDay(scenario.testApp.app, new Date());
    const silent = () => scenario.run('select partner_silent from payments where id = $1', [body.id]);
    await expect.poll(async () => (await silent())[0], { timeout: 20_000 }).toEqual({ partner_silent: false });
    const known = (await scenario.bank.payments()).find(
      ({ amount, status }) => amount === 100_000 && status === 'cancelled',
    );
    expect(known).toBeTruthy();
    await tick(addDays(today, 1));
    expect(await statusOf(id)).toMatchObject({ status: 'closed', closeReason: 'breached' });
  });

  test('leaves the debt whole from its last day, and money that comes afterwards is told to come too late', async () => {
    const id = await ripe();
    const { body } = await pay(scenario, id, 200_000);
    await expect.poll(async () => (await seenPayment(scenario, body.id)).payUrl).not.toBeNull();
    await scenario.run(`update payments set status = 'failed' where id = $1`, [body.id]);
    await tick(addDays(today, 1));
    expect(await statusOf(id)).toMatchObject({ status: 'closed', closeReason: 'breached' });
    await scenario.bank.finish(await keyOf(scenario, body.id), 'succeeded');
    await expect.poll(async () => (await seenPayment(scenario, body.id)).overpaid).toBe(200_000);
    const debt = async (on: Day) => (await scenario.debtor.get(`/api/loans/${id}/debt?on=${on}`)).body;
    const before = await debt(addDays(today, -1));
    expect(before.rows).toHaveLength(2);
    expect(before.principal).toBe(3_000_000);
    const after = await debt(addDays(today, 1));
    expect(after).toMatchObject({ received: 200_000, overpaid: 200_000, overdue: 0, daysOverdue: 0, rows: [] });
    expect(after.principal + after.interest + after.penalty).toBe(4_000_000);
    const told = (await scenario.debtor.get('/api/notifications?limit=5')).text;
    expect(told).toContain('соглашение закончено');
    expect(told).not.toContain('долг оплачен полностью');
    expect((await accountant.get('/api/notifications?limit=5')).text).toContain('ждёт возврата');
  });

  test('gives up the penalty to the last day', async () => {
    const id = await ripe();
    await tick(addDays(today, 1));
    expect(await statusOf(id)).toMatchObject({ status: 'closed', closeReason: 'breached' });
    const [sums] = await scenario.run(
      'select penalty_accrued - penalty_paid - penalty_waived as open from settlements where id = $1',
      [id],
    );
    expect(Number(sums!['open'])).toBe(0);
  });

  /** Of whoever has published the conditions. */
  const powers = (status: string) =>
    scenario.run(
      `update powers_of_attorney set status = $1 where membership_id in (select m.id from memberships m
        join settlement_policies p on p.legal_entity_id = m.legal_entity_id
        join employees e on e.id = m.employee_id and e.account_id = p.account_id)`,
      [status],
    );
  /** Whether the conditions answer, and whether their rule of termination acts. */
  const conditions = async () => {
    const { isSigned, isRuleSigned } = (await scenario.head.get(`/api/legal-entities/${scenario.company}/policy`)).body;
    return [isSigned, isRuleSigned];
  };
  const lookAgain = () => liveDay(scenario.testApp.app, new Date());

  test('does not once whoever has published it may not sign: his creditor is asked', async () => {
    const id = await ripe();
    const breach = async () => (await seenSettlement(scenario, id)).breach;
    expect(await breach()).toMatchObject({ byRule: true, ruleUntil: expect.any(String) });
    expect(await conditions()).toEqual([true, true]);
    await scenario.run('update notices set read_at = null where settlement_id = $1', [id]);
    await powers('revoked');
    await tick(addDays(today, 1));
    // Nor do card, conditions or question go on saying that a rule will.
    expect(await breach()).toMatchObject({ byRule: false, ruleUntil: null });
    expect(await conditions()).toEqual([false, false]);
    const [asked] = await askedOf(id);
    expect(asked).toEqual({ detail: expect.not.stringContaining('правил') });
    await powers('given');
    expect(await statusOf(id)).toMatchObject({ status: 'waiting_for_payment' });
    expect(await breach()).toMatchObject({ byRule: true });
  });

  test.each([
    ['conclude', [true, false], false],
    ['change', [false, true], true],
  ])('acts by the right to change alone: with «%s» the page says what stands still', async (act, expected, byRule) => {
    const id = await ripe();
    const scopes = await scenario.run('select id, scope from powers_of_attorney');
    await scenario.run('update powers_of_attorney set scope = array[$1::text]', [act]);
    expect(await conditions()).toEqual(expected);
    expect((await seenSettlement(scenario, id)).breach).toMatchObject({ byRule });
    for (const { id: power, scope } of scopes) {
      await scenario.run('update powers_of_attorney set scope = $2 where id = $1', [power, scope]);
    }
    expect(await conditions()).toEqual([true, true]);
  });

  test('gets no notice from whoever may not sign any more: the head reads so once, and it goes out when one may', async () => {
    const { id } = await openBargaining(scenario);
    await offer(scenario, headOf(scenario), id, twoParts);
    expect((await accept(scenario, debtorOf(scenario), id)).status).toBe(200);
    await powers('revoked');
    await late(id, 61);
    const told = () =>
      scenario.run(`select title, decided_at from notifications where about_id = $1 and topic = 'breach.unsent'`, [id]);
    expect(await breachNotices(id)).toEqual([]);
    expect(await told()).toMatchObject([{ title: expect.stringContaining('не отправлено'), decided_at: null }]);
    await lookAgain();
    expect(await told()).toHaveLength(1);
    await powers('given');
    await lookAgain();
    expect(await breachNotices(id)).toEqual([{ status: 'issued' }]);
    expect(await told()).toMatchObject([{ decided_at: expect.any(Date) }]);
  });

  test('does not where nobody is known to have had the right to sign the rule: his creditor is asked', async () => {
    const id = await ripe();
    // Conditions from before the right was kept.
    await scenario.run('alter table settlement_policies disable trigger append_only');
    await scenario.run('update settlement_policies set signatory = null');
    await scenario.run('alter table settlement_policies enable trigger append_only');
    await tick(addDays(today, 1));
    expect(await statusOf(id)).toMatchObject({ status: 'waiting_for_payment' });
    expect((await scenario.head.get('/api/notifications')).text).toContain('решение за вами');
  });
});
