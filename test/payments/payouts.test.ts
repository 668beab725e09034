import { beforeEach, describe, expect, test } from 'vitest';
import { moscowDay } from '#domain/values/days.ts';
import { kopecks } from '#domain/values/money.ts';
import { bookEvent } from '#server/modules/ledger/ledger.commands.ts';
import { askPayout } from '#server/modules/payments/payouts/payout-jobs.ts';
import { numbers, openPayouts } from './helpers/payouts.ts';
import { refundSteps } from './helpers/refunds.ts';
import { balanceOf } from './helpers/scenario.ts';

const scenario = await openPayouts();
const { bank, head, testApp, platformAccountant, companyPath, payouts, last, card, keyOf, payNow } = scenario;
const { balance, broken, closeYesterday, useAccount, owe, payOut } = scenario;
const { propose: proposeRefund, decide: decideRefund } = refundSteps(scenario);

/** What today's statement and our records do not agree about of a payout. */
async function differencesOf(id: number) {
  const ran = await platformAccountant.post('/internal/reconciliations', { day: moscowDay(new Date()) });
  expect(ran.status, ran.text).toBe(201);
  const { body } = await platformAccountant.get('/internal/reconciliations/differences?limit=100&filter[status]=open');
  return body.items.filter((one: { payoutId: number | null }) => one.payoutId === id);
}

test('without confirmed details nothing is paid, and the creditor is told why', async () => {
  await owe();
  await closeYesterday();
  expect(await payouts()).toEqual([]);
  expect(await balance()).toMatchObject({ owed: 3_000_000, free: 3_000_000, obstacle: 'no_details' });
  expect((await payNow()).body).toMatchObject({ code: 'move.illegal' });
});

describe('with confirmed details', () => {
  let used = 0;
  beforeEach(async () => {
    await useAccount(numbers[used++ % 2]!);
    await bank.payOutAtOnce(true);
  });

  test('the close of a day pays all that is free, once, and the ledger agrees with the statement', async () => {
    await closeYesterday();
    await expect.poll(async () => (await last())?.status).toBe('succeeded');
    expect(await last()).toMatchObject({ amount: 3_000_000, valueDate: moscowDay(new Date()) });
    expect(await balance()).toMatchObject({ owed: 0, reserved: 0, free: 0, obstacle: 'too_little' });
    expect(await balanceOf(scenario, '2010')).toBe(0);
    const [sent] = await bank.payouts();
    expect(sent).toMatchObject({ amount: 3_000_000, recipient: { account: expect.stringMatching(/^40702810/) } });
    expect(sent!.purpose).toContain((await last()).number);
    const movements = (await head.get(`${companyPath}/balance/movements`)).body.items;
    expect(movements[0]).toMatchObject({ kind: 'paid_out', amount: -3_000_000 });
    expect((await head.get('/api/notifications')).text).toContain('Вам выплачено');
    await closeYesterday();
    expect(await payouts()).toHaveLength(1);
    expect(await broken()).toEqual([]);
  });

  test('a payout that fails leaves the money, and does not go to the same account by itself', async () => {
    await bank.payOutAtOnce(false);
    await owe();
    await closeYesterday();
    const { id } = await last();
    await expect.poll(async () => (await last()).status).toBe('processing');
    expect(await balance()).toMatchObject({ owed: 3_000_000, reserved: 3_000_000, free: 0, obstacle: 'under_way' });
    await bank.finishPayout(await keyOf(id), 'failed');
    await expect.poll(async () => (await last()).status).toBe('failed');
    expect(await last()).toMatchObject({ failReason: 'Счёт получателя закрыт' });
    expect(await balance()).toMatchObject({ free: 3_000_000, obstacle: 'refused_details' });
    await closeYesterday();
    expect((await last()).id).toBe(id);
    expect((await payNow({ amount: 2_999_999 })).body).toMatchObject({ code: 'version.stale' });
    const { account: shown } = await balance();
    for (const other of [
      { id: shown.id + 1, version: shown.version },
      { id: shown.id, version: shown.version + 1 },
    ])
      expect((await payNow({ account: other })).body).toMatchObject({ code: 'version.stale' });
    const byHand = await payNow();
    expect(byHand.status, byHand.text).toBe(201);
    expect((await payNow()).body).toMatchObject({ code: 'move.illegal' });
    await expect.poll(async () => (await card(byHand.body.id)).status).toBe('processing');
    await bank.finishPayout(await keyOf(byHand.body.id), 'succeeded');
    await expect.poll(async () => (await balance()).owed).toBe(0);
    // The first one goes after all: nothing is owed any more, so nothing is booked, and people look.
    await bank.finishPayout(await keyOf(id), 'succeeded');
    const told = async () =>
      (await platformAccountant.get('/api/notifications')).text.split('не сходится с нашими записями').length - 1;
    await expect.poll(told).toBe(1);
    await askPayout(testApp.app, { payoutId: id });
    expect([(await card(id)).status, await told()]).toEqual(['failed', 1]);
    expect(await broken()).toEqual([]);
    // The statement has it, and it can only be written off, once.
    const [one] = await differencesOf(id);
    expect(one).toMatchObject({ kind: 'other_status', payout: expect.stringContaining('В-'), theirs: -3_000_000 });
    // The account at the partner holds money of others.
    const ofOthers = { kind: 'received_unmatched' as const, amount: kopecks(3_000_000) };
    await scenario.write((tx) => bookEvent(tx, ofOthers, { valueDate: moscowDay(new Date()) }));
    const before = await balanceOf(scenario, '9100');
    const expense = () =>
      platformAccountant.post(`/internal/reconciliations/differences/${one.id}/decision`, {
        decision: 'expense',
        comment: 'Ушла дважды: банк вернёт не раньше месяца',
      });
    // While something else of the creditor is under way it may leave room for this one.
    await bank.returnAtOnce(false);
    const paymentId = await owe(1_000_000);
    await proposeRefund(paymentId, 400_000);
    expect((await decideRefund(paymentId)).status).toBe(200);
    expect((await expense()).body.message).toContain('другая выплата или возврат');
    const underWay = async () => (await bank.refunds()).find(({ status }) => status === 'processing')?.key;
    await expect.poll(underWay).toBeDefined();
    await bank.finishRefund((await underWay())!, 'succeeded');
    await bank.returnAtOnce(true);
    await expect.poll(async () => (await balance()).reserved).toBe(0);
    // What is owed by then has been paid with it, the rest is lost.
    const { owed } = await balance();
    expect(owed).toBeGreaterThan(0);
    // More than one person may let go is written off by two.
    await scenario.run(`update settings set kept = kept || '{"payoutAlone": 2999999}'`);
    expect((await expense()).body).toMatchObject({ status: 'open', waits: true });
    expect((await expense()).body.code).toBe('move.illegal');
    const [waiting] = (await scenario.operator.get('/api/approvals?filter[status]=pending')).body.items;
    expect(waiting).toMatchObject({ kind: 'difference.expense', reason: expect.stringContaining('банк вернёт') });
    const decision = `/api/approvals/${waiting.id}/decision`;
    expect((await platformAccountant.post(decision, { decision: 'approve' })).body.code).toBe('approval.own');
    const writtenOff = await scenario.operator.post(decision, { decision: 'approve' });
    expect(writtenOff.status, writtenOff.text).toBe(200);
    await scenario.run(`update settings set kept = kept - 'payoutAlone'`);
    expect(await told()).toBe(0);
    expect(await balanceOf(scenario, '9100')).toBe(before + 3_000_000 - owed);
    expect((await balance()).owed).toBe(0);
    expect(await differencesOf(id)).toEqual([]);
    await owe();
    await askPayout(testApp.app, { payoutId: id });
    expect([(await card(id)).status, (await balance()).owed]).toEqual(['failed', 3_000_000]);
    expect(await broken()).toEqual([]);
    // A month later the bank sends it back: the expense is none any more, and what was paid with it is owed again.
    await bank.finishPayout(await keyOf(id), 'returned');
    await expect.poll(async () => (await card(id)).returnedOn).toBe(moscowDay(new Date()));
    await askPayout(testApp.app, { payoutId: id });
    expect(await balanceOf(scenario, '9100')).toBe(before);
    expect((await balance()).owed).toBe(3_000_000 + owed);
    expect(await differencesOf(id)).toEqual([]);
    expect(await broken()).toEqual([]);
    await payOut();
  });

  test('what the bank of the creditor sends back is owed again, and both movements agree with the statement', async () => {
    await owe();
    const { body } = await payNow();
    await expect.poll(async () => (await card(body.id)).status).toBe('succeeded');
    await bank.finishPayout(await keyOf(body.id), 'returned');
    await expect.poll(async () => (await card(body.id)).status).toBe('returned');
    expect(await card(body.id)).toMatchObject({ returnedOn: moscowDay(new Date()), moves: [] });
    expect(await balance()).toMatchObject({ owed: 3_000_000, obstacle: 'refused_details' });
    expect(await differencesOf(body.id)).toEqual([]);
    expect((await card(body.id)).reconciledAt).not.toBeNull();
    expect(await broken()).toEqual([]);
    // The same details corrected are others.
    await scenario.run('update payment_details set version = version + 1 where deleted_at is null');
    expect((await balance()).obstacle).toBeNull();
    await payOut();
  });

  test('a large one waits for two persons, neither of whom may be both', async () => {
    await scenario.run(`update settings set kept = kept || '{"payoutAlone": 100}'`);
    await owe();
    await closeYesterday();
    const { id, status } = await last();
    expect(status).toBe('waiting');
    expect((await card(id)).moves).toEqual(['propose', 'cancel']);
    const proposed = await platformAccountant.post(`/internal/payouts/${id}/proposal`);
    expect(proposed.status, proposed.text).toBe(200);
    expect((await platformAccountant.post(`/internal/payouts/${id}/proposal`)).body.code).toBe('move.illegal');
    const [waiting] = proposed.body.pendingApprovals;
    const decision = { decision: 'approve' };
    expect((await platformAccountant.post(`/api/approvals/${waiting.id}/decision`, decision)).body.code).toBe(
      'approval.own',
    );
    expect((await card(id)).status).toBe('waiting');
    expect((await scenario.operator.post(`/api/approvals/${waiting.id}/decision`, decision)).status).toBe(200);
    await expect.poll(async () => (await card(id)).status).toBe('succeeded');
    expect((await platformAccountant.post(`/internal/payouts/${id}/cancel`)).body.code).toBe('move.illegal');
    await owe();
    await closeYesterday();
    const second = await last();
    const again = await platformAccountant.post(`/internal/payouts/${second.id}/proposal`);
    const refused = { decision: 'reject', reason: 'Счёт ещё не проверен' };
    const path = `/api/approvals/${again.body.pendingApprovals[0].id}/decision`;
    expect((await scenario.operator.post(path, refused)).status).toBe(200);
    expect((await card(second.id)).status).toBe('cancelled');
    expect(await balance()).toMatchObject({ free: 3_000_000, reserved: 0 });
    await scenario.run(`update settings set kept = kept - 'payoutAlone'`);
    await payOut();
  });

  test('to whoever is not the company two persons pay, whatever the sum, and read who it is', async () => {
    // No company names such an account any more; those of before are looked at each time.
    await scenario.run(
      `update payment_details set recipient_name = 'ООО «Бета»', recipient_inn = '7728168971' where deleted_at is null`,
    );
    await owe(200_000);
    const { id } = (await payNow()).body;
    const other = 'ООО «Бета», ИНН 7728168971';
    expect(await card(id)).toMatchObject({ status: 'waiting', recipient: other });
    const proposed = await platformAccountant.post(`/internal/payouts/${id}/proposal`);
    expect(proposed.body.pendingApprovals[0].reason).toContain(`Получатель: ${other}`);
    expect((await platformAccountant.post(`/internal/payouts/${id}/cancel`)).body.status).toBe('cancelled');
    await useAccount(numbers[used++ % 2]!);
    await payOut();
  });

  test('refunds and payouts do not take the same money', async () => {
    await bank.payOutAtOnce(false);
    const paymentId = await owe();
    expect((await proposeRefund(paymentId, 1_000_000)).status).toBe(200);
    const { body } = await payNow();
    await expect.poll(async () => (await card(body.id)).status).toBe('processing');
    const late = (await decideRefund(paymentId)).body;
    expect([late.code, late.message]).toEqual(['move.illegal', expect.stringContaining('отложены на выплату')]);
    expect((await platformAccountant.get(`/api/payments/${paymentId}`)).body).toMatchObject({ refundable: 0 });
    await bank.finishPayout(await keyOf(body.id), 'failed');
    await expect.poll(async () => (await card(body.id)).status).toBe('failed');
    await bank.returnAtOnce(false);
    expect((await decideRefund(paymentId)).status).toBe(200);
    expect(await balance()).toMatchObject({ owed: 3_000_000, reserved: 1_000_000, free: 2_000_000 });
    const [refund] = (await bank.refunds()).filter(({ status }) => status === 'processing');
    await bank.finishRefund(refund!.key, 'succeeded');
    await bank.returnAtOnce(true);
    await expect.poll(async () => (await balance()).owed).toBe(2_000_000);
    await payOut();
  });

  test('the rule says on which day and from which sum; two who set it at once do not overwrite one another', async () => {
    const rule = { every: 'month', least: 50_000 };
    const set = await head.put(`${companyPath}/payout-rule`, { ...rule, version: null });
    expect(set.body.rule).toEqual({ ...rule, version: 1 });
    expect(set.body.nextDay).toMatch(/-01$/);
    expect((await head.put(`${companyPath}/payout-rule`, { ...rule, version: null })).body.code).toBe('version.stale');
    expect((await head.put(`${companyPath}/payout-rule`, { ...rule, least: 99, version: 1 })).body.code).toBe(
      'input.invalid',
    );
    expect((await scenario.manager.put(`${companyPath}/payout-rule`, { ...rule, version: 1 })).status).toBe(403);
    const byOperator = await platformAccountant.put(`${companyPath}/payout-rule`, {
      ...rule,
      every: 'day',
      version: 1,
    });
    expect(byOperator.body.rule).toEqual({ every: 'day', least: 50_000, version: 2 });
    const [told] = (await head.get('/api/notifications?limit=1')).body.items;
    expect(told).toMatchObject({
      title: 'Оператор платформы изменил порядок выплат',
      detail: expect.stringContaining('Каждый день'),
    });
    expect((await scenario.debtor.get(`${companyPath}/balance`)).status).toBe(403);
  });
});
