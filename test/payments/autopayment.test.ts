import { describe, expect, test } from 'vitest';
import { addDays, formatDay } from '#domain/values/days.ts';
import { endAutopayments } from '#server/modules/payments/autopayments/switching.commands.ts';
import { askPayment, sendPayment } from '#server/modules/payments/jobs.ts';
import { happen } from '../life-events/helpers/life.ts';
import { openAutopayments, today } from './helpers/autopayments.ts';
import { payFully, seenPayment, seenSettlement } from './helpers/scenario.ts';

const scene = await openAutopayments();
const { bank, debtor, testApp, run } = scene;

test('nothing is bound without the consent, which states the plan and is a document of its own', async () => {
  const id = await scene.agreement();
  const before = await scene.seen(id);
  expect(before).toMatchObject({ status: null, moves: ['switchOn'], next: null, attempts: [] });
  expect((await debtor.post(scene.pathOf(id), { channel: 'card' })).body.code).toBe('consent.needed');
  const document = await scene.consent();
  expect(document.title).toBe('Согласие на автоплатёж');
  expect(document.body).toMatch(/В день платежа.*на следующий день и ещё раз через три дня/s);
  expect((await debtor.post(`${scene.pathOf(id)}/off`)).body.code).toBe('move.illegal');
  const stranger = await scene.other.get(`/api/individuals/${scene.otherId}/loans/${id}/autopayment`);
  expect(stranger.status).toBe(404);
});

test('a payment is told of the day before, taken on its day from what is bound, once, and told of after', async () => {
  const id = await scene.agreement();
  await scene.bind(id);
  const bound = await scene.seen(id);
  expect(bound).toMatchObject({ status: 'on', mask: '•••• 4242', bindUrl: null, moves: ['switchOff'] });
  expect(bound.next).toMatchObject({ day: addDays(today, 1), amount: 1_000_000 });
  // What the partner takes by is his name of the card; of its number nothing is here.
  const [row] = await run('select * from autopayments where settlement_id = $1', [id]);
  expect(JSON.stringify(row)).not.toMatch(/\d{13}/);
  await scene.announce();
  await scene.announce();
  const soon = (await scene.lettersOf(id)).filter((text) =>
    text.includes(`${formatDay(addDays(today, 1))} с 10 часов`),
  );
  expect(soon).toHaveLength(1);
  expect(soon[0]).toMatch(/спишем 10\s000,00/);
  // Of what is bound, and of a partner's words, a letter says nothing: it may come into wrong hands.
  expect((await scene.lettersOf(id)).join()).not.toContain('4242');
  await scene.charge(1, 9);
  expect(await scene.takenOf(id)).toEqual([]);
  await scene.chargeToTheEnd(id);
  await Promise.all([scene.charge(), scene.charge()]);
  const taken = await scene.takenOf(id);
  expect(taken).toHaveLength(1);
  expect(taken[0]).toMatchObject({ amount: 1_000_000, status: 'succeeded', bindingId: row!['partner_id'] });
  const settlement = await seenSettlement(scene, id);
  expect(settlement).toMatchObject({ paidAmount: 1_000_000, status: 'waiting_for_payment' });
  const [attempt] = await scene.attemptsOf(id);
  expect(await seenPayment(scene, attempt!['payment_id'] as number)).toMatchObject({ isAutomatic: true, payUrl: null });
  expect((await scene.told(id))[0]).toBe('Автоплатёж прошёл');
  expect((await scene.lettersOf(id))[0]).toMatch(/Списано 10\s000,00/);
  expect((await scene.seen(id)).attempts[0]).toMatchObject({ status: 'succeeded', amount: 1_000_000 });
  await scene.announce(1);
  expect(await scene.attemptsOf(id)).toHaveLength(1);
});

test('a refusal is told with its reason, and tried on the next day and three days after, no more', async () => {
  const id = await scene.agreement();
  await scene.bind(id, 'sbp');
  await scene.charges('failed');
  await scene.announce();
  await scene.chargeToTheEnd(id);
  expect((await scene.told(id))[0]).toBe('Автоплатёж не прошёл');
  expect((await scene.lettersOf(id))[0]).toMatch(/Следующая попытка .*: спишем 10\s000,00/);
  expect((await scene.lettersOf(id))[0]).not.toContain('Недостаточно');
  expect(await scene.attemptsOf(id)).toMatchObject([
    { attempt: 1, status: 'failed', reason: 'Недостаточно средств' },
    { attempt: 2, status: 'planned' },
  ]);
  await scene.charge(1);
  expect(await scene.takenOf(id)).toHaveLength(1);
  await scene.chargeToTheEnd(id, 2);
  await scene.chargeToTheEnd(id, 3);
  expect(await scene.takenOf(id)).toHaveLength(2);
  await scene.chargeToTheEnd(id, 4);
  await scene.announce(4);
  await scene.chargeToTheEnd(id, 5);
  expect((await scene.attemptsOf(id)).map(({ status }) => status)).toEqual(['failed', 'failed', 'failed']);
  expect(new Set((await scene.takenOf(id)).map(({ key }) => key)).size).toBe(3);
  expect((await seenSettlement(scene, id)).paidAmount).toBe(0);
  await scene.charges('succeeded');
});

describe('nothing is taken twice, and never more than is due', () => {
  test('while nobody knows what has become of one, none other is made; what was done in silence is found', async () => {
    const id = await scene.agreement();
    await scene.bind(id);
    await scene.announce();
    // He does the work and does not answer.
    await bank.behave('after');
    await scene.charge();
    await expect.poll(async () => (await scene.takenOf(id)).length).toBe(1);
    await scene.finish();
    await scene.announce(1);
    await scene.charge(2);
    expect(await scene.attemptsOf(id)).toMatchObject([{ status: 'sent' }]);
    await bank.behave('ok');
    const paymentId = (await scene.attemptsOf(id))[0]!['payment_id'] as number;
    await expect
      .poll(
        async () => {
          await askPayment(testApp.app, { paymentId }).catch(() => undefined);
          return (await seenPayment(scene, paymentId)).status;
        },
        { timeout: 60_000 },
      )
      .toBe('succeeded');
    await scene.finish();
    expect(await scene.attemptsOf(id)).toMatchObject([{ status: 'succeeded' }]);
    expect(await scene.takenOf(id)).toHaveLength(1);
    expect((await seenSettlement(scene, id)).paidAmount).toBe(1_000_000);
  });

  test('whoever pays by hand meanwhile is charged the rest, or nothing', async () => {
    const [part, whole] = [await scene.agreement(), await scene.agreement()];
    for (const id of [part, whole]) await scene.bind(id);
    await scene.announce();
    await payFully(scene, part, 400_000);
    await payFully(scene, whole, 1_000_000);
    await scene.chargeToTheEnd(part);
    await scene.chargeToTheEnd(whole);
    expect((await scene.takenOf(part)).map(({ amount }) => amount)).toEqual([400_000, 600_000]);
    expect(await scene.takenOf(whole)).toHaveLength(1);
    expect(await scene.attemptsOf(whole)).toMatchObject([{ status: 'skipped', reason: 'Этот платёж уже оплачен' }]);
  });

  test('what has come due before, or was not told of the day before, is left to its debtor', async () => {
    const id = await scene.agreement();
    await run('update schedule_items set due_date = $2 where settlement_id = $1 and no = 1', [id, today]);
    await scene.bind(id);
    await scene.announce();
    expect(await scene.attemptsOf(id)).toEqual([]);
    const untold = await scene.agreement();
    await scene.bind(untold);
    await run(
      `insert into autopayment_attempts (autopayment_id, settlement_id, due_date, attempt, day)
       select id, settlement_id, $2, 1, $2 from autopayments where settlement_id = $1`,
      [untold, addDays(today, 1)],
    );
    await scene.chargeToTheEnd(untold);
    expect((await scene.attemptsOf(untold))[0]).toMatchObject({ status: 'skipped', payment_id: null });
    expect((await scene.told(untold))[0]).toMatch(/^Автоплатёж не прошёл/);
  });
});

describe('it is switched off in one tap, at once', () => {
  test('also while an attempt has not been sent: the partner never hears of it, what was bound is taken back', async () => {
    const { id, paymentId } = await scene.unsent();
    const off = await debtor.post(`${scene.pathOf(id)}/off`);
    expect(off.body).toMatchObject({ status: 'off', moves: ['switchOn'], next: null });
    await sendPayment(testApp.app, { paymentId });
    await scene.finish();
    expect(await scene.takenOf(id)).toEqual([]);
    expect((await seenPayment(scene, paymentId)).status).toBe('cancelled');
    expect(await scene.attemptsOf(id)).toMatchObject([{ status: 'skipped', reason: 'Вы выключили автоплатёж' }]);
    await expect
      .poll(async () => (await scene.bindings()).filter(({ status }) => status === 'active').length)
      .toBe(await onCount());
  });

  test('what the partner is taking already counts, which is said and told', async () => {
    const id = await scene.agreement();
    await scene.bind(id);
    await scene.charges('processing');
    await scene.announce();
    await scene.charge();
    await expect.poll(async () => (await scene.takenOf(id))[0]?.status).toBe('processing');
    const off = await debtor.post(`${scene.pathOf(id)}/off`);
    expect(off.body).toMatchObject({ status: 'off', attempts: [{ status: 'sent' }] });
    await bank.finish((await scene.takenOf(id))[0]!.key, 'succeeded');
    await expect.poll(async () => (await seenSettlement(scene, id)).paidAmount).toBe(1_000_000);
    await scene.finish();
    expect((await scene.told(id))[0]).toMatch(/^Автоплатёж прошёл/);
    await scene.charges('succeeded');
  });

  test('what happens between an attempt and its sending stops it too', async () => {
    const { id, paymentId } = await scene.unsent();
    const block = (status: string) =>
      run('update individuals set verification_status = $2 where id = $1', [scene.debtorId, status]);
    await block('blocked');
    await sendPayment(testApp.app, { paymentId });
    await block('verified');
    await scene.finish();
    expect(await scene.takenOf(id)).toEqual([]);
    expect((await scene.attemptsOf(id))[0]).toMatchObject({
      status: 'skipped',
      reason: 'Учётная запись закрыта или заблокирована',
    });
  });

  test('or by taking the consent back, of all agreements; switched on again it plans anew', async () => {
    const [first, second] = [await scene.agreement(), await scene.agreement()];
    for (const id of [first, second]) await scene.bind(id);
    await scene.announce();
    const { items } = (await debtor.get('/api/auth/consents')).body;
    const held = items.find(
      (one: { kind: string; revokedAt: unknown }) => one.kind === 'autopayment' && !one.revokedAt,
    );
    expect((await debtor.post(`/api/auth/consents/${held.id}/withdraw`)).status).toBe(200);
    for (const id of [first, second]) expect((await scene.seen(id)).status).toBe('off');
    await scene.charge();
    expect(await scene.takenOf(first)).toEqual([]);
    await scene.consent();
    await scene.bind(first);
    await scene.announce();
    await scene.chargeToTheEnd(first);
    expect(await scene.takenOf(first)).toHaveLength(1);
  });

  test('or by the payer in his bank, which is told', async () => {
    const id = await scene.agreement();
    await scene.bind(id);
    await scene.endBinding(id, 'revoked');
    await expect.poll(async () => (await scene.seen(id)).status).toBe('off');
    expect((await scene.told(id))[0]).toBe('Автоплатёж выключился');
  });

  const onCount = async () =>
    Number((await run(`select count(*) as n from autopayments where status = 'on'`))[0]!['n']);
});

test('nothing is taken while a refund is asked for; with its agreement it ends', async () => {
  const [asked, ended] = [await scene.agreement(), await scene.agreement()];
  for (const id of [asked, ended]) await scene.bind(id);
  await scene.announce();
  const paymentId = await payFully(scene, asked, 100_000);
  const wants = { amount: 100_000, reason: 'Заплачено по ошибке дважды' };
  const request = `/api/individuals/${scene.debtorId}/payments/${paymentId}/refund-request`;
  expect((await debtor.post(request, wants)).status).toBe(200);
  await payFully(scene, ended, 3_000_000);
  expect((await scene.seen(ended)).obstacle).toBe('Соглашение больше не ждёт платежей');
  await scene.chargeToTheEnd(asked);
  expect((await scene.attemptsOf(asked))[0]).toMatchObject({
    status: 'skipped',
    reason: 'Вы просите вернуть платёж по этому соглашению',
  });
  expect(await scene.takenOf(ended)).toHaveLength(1);
  const fulfilled = await scene.head.post(`/api/legal-entities/${scene.company}/loans/${ended}/fulfil`);
  expect(fulfilled.status, fulfilled.text).toBe(200);
  await endAutopayments(testApp.app, new Date());
  expect(await scene.seen(ended)).toMatchObject({ status: 'off', reason: 'Соглашение закончено', moves: [] });
});

test('of a bankrupt nothing is taken, and nobody writes to him about it', async () => {
  const id = await scene.agreement();
  await scene.bind(id);
  await scene.announce();
  const second = (await testApp.operator('administrator')).client;
  expect((await happen(scene, second, 'bankruptcy', today)).status).toBe(200);
  const letters = await scene.told(id);
  await scene.chargeToTheEnd(id);
  expect((await scene.attemptsOf(id))[0]!['reason']).toMatch(/не списываются$/);
  expect(await scene.takenOf(id)).toEqual([]);
  expect(await scene.told(id)).toEqual(letters);
  await debtor.post(`${scene.pathOf(id)}/off`);
  expect(await scene.seen(id)).toMatchObject({ status: 'off', moves: [] });
});
