import { describe, expect, test, vi } from 'vitest';
import { addDays, addMonths, type Day, daysBetween, formatDay } from '#domain/values/days.ts';
import { byOneClock } from '#server/modules/payments/autopayments/by-one-clock.ts';
import { makeAttempts } from '#server/modules/payments/autopayments/charging.commands.ts';
import { endAutopayments } from '#server/modules/payments/autopayments/switching.commands.ts';
import { forget, sendPaper } from '../life-events/helpers/life.ts';
import { codeFor, debtorOf, headOf, readDraft } from '../settlements/helpers/bargaining.ts';
import { openAutopayments, today } from './helpers/autopayments.ts';
import { agree, payFully, seenPayment } from './helpers/scenario.ts';

/** What keeps an order to take money from doing harm (docs/decisions/0180). */
const scene = await openAutopayments();
await scene.consent();
const { debtor, testApp, run } = scene;
const tomorrow = formatDay(addDays(today, 1));

test('who has told of his bankruptcy and waits for an answer is charged nothing and written nothing', async () => {
  const [before, after] = [await scene.agreement(), await scene.agreement()];
  for (const id of [before, after]) await scene.bind(id);
  await scene.announce();
  const events = `/api/individuals/${scene.debtorId}/life-events`;
  const told = await sendPaper(debtor, events, { kind: 'bankruptcy', since: today });
  expect(told.status, told.text).toBe(200);
  const letters = await scene.told(before);
  await scene.chargeToTheEnd(before);
  await run(
    `update autopayment_attempts set status = 'planned', reason = null, announced_at = null, announced_amount = null
      where settlement_id = $1`,
    [after],
  );
  await scene.announce();
  for (const id of [before, after]) {
    expect(await scene.attemptsOf(id)).toMatchObject([
      { status: 'skipped', reason: 'Об обстоятельстве сообщено, ответа ещё нет' },
    ]);
    expect(await scene.takenOf(id)).toEqual([]);
  }
  expect(await scene.told(before)).toEqual(letters);
  expect((await debtor.post(`${scene.pathOf(before)}/off`)).status).toBe(200);
  const anew = await debtor.post(scene.pathOf(before), { channel: 'card' });
  expect([anew.body.code, anew.body.message]).toEqual(['move.illegal', 'Об обстоятельстве сообщено, ответа ещё нет']);
  expect((await scene.seen(before)).obstacle).toBe('Об обстоятельстве сообщено, ответа ещё нет');
  await forget(scene);
});

test('what his own creditor has told of him stops it too, and what another one says does not', async () => {
  const id = await scene.agreement();
  await scene.bind(id);
  await scene.announce();
  const { head, company } = scene;
  const path = `/api/legal-entities/${company}/loans/${id}/life-events`;
  const told = await sendPaper(head, path, { kind: 'death', since: today, comment: 'Справка о смерти' });
  expect(told.status, told.text).toBe(200);
  await run('update life_events set legal_entity_id = null');
  expect((await scene.seen(id)).obstacle).toBeNull();
  await run('update life_events set legal_entity_id = $1', [company]);
  await scene.chargeToTheEnd(id);
  expect(await scene.attemptsOf(id)).toMatchObject([
    { status: 'skipped', reason: 'Об обстоятельстве сообщено, ответа ещё нет' },
  ]);
  expect(await scene.takenOf(id)).toEqual([]);
  await forget(scene);
});

test('a pause that ends tonight does not stand in the way of a payment of tomorrow, and one that begins tomorrow does', async () => {
  const paused = (since: Day, until: Day) =>
    run(
      `insert into life_events (individual_id, kind, status, since, until, side, entered_by)
        select id, 'service', 'in_force', $2, $3, 'operator', account_id from individuals where id = $1`,
      [scene.debtorId, since, until],
    );
  const [id, later] = [await scene.agreement(), await scene.agreement()];
  await scene.bind(id);
  await paused(addDays(today, -5), today);
  expect(await scene.seen(id)).toMatchObject({ obstacle: null, next: { day: addDays(today, 1) } });
  await scene.announce();
  expect((await scene.told(id))[0]).toBe(`Автоплатёж ${tomorrow}`);
  await forget(scene);
  await scene.bind(later);
  await paused(addDays(today, 1), addDays(today, 30));
  const letters = await scene.told(later);
  await scene.announce();
  expect(await scene.attemptsOf(later)).toMatchObject([{ status: 'skipped' }]);
  expect(await scene.told(later)).toEqual(letters);
  await forget(scene);
});

test('a payment of today that is still to be taken is not missed for that of tomorrow', async () => {
  const id = await scene.agreement(2);
  await scene.bind(id);
  await run('update schedule_items set due_date = $2 where settlement_id = $1 and no = 1', [id, today]);
  await scene.announce();
  expect((await scene.told(id))[0]).toBe(`Автоплатёж ${tomorrow}`);
});

test('while an older payment is missed nothing is taken: money would go there first, and he is told so', async () => {
  const id = await scene.agreement(2);
  await scene.bind(id);
  await run('update schedule_items set due_date = $2 where settlement_id = $1 and no = 1', [id, addDays(today, -20)]);
  await scene.announce();
  const reason = `Сначала заплатите пропущенный платёж со сроком ${formatDay(addDays(today, -20))}`;
  expect(await scene.attemptsOf(id)).toMatchObject([{ status: 'skipped', reason }]);
  expect((await scene.told(id))[0]).toBe(`Автоплатёж ${tomorrow} не состоится`);
  expect(await scene.seen(id)).toMatchObject({ obstacle: reason, next: null });
  await payFully(scene, id, 1_000_000);
  await scene.announce(1);
  await scene.chargeToTheEnd(id, 2);
  expect(await scene.attemptsOf(id)).toMatchObject([{ status: 'skipped' }, { status: 'succeeded' }]);
  expect(await run('select no, paid from schedule_items where settlement_id = $1 order by no', [id])).toMatchObject([
    { no: 1, paid: 1_000_000 },
    { no: 2, paid: 1_000_000 },
    { no: 3, paid: 0 },
  ]);
});

test('the order ends with its agreement: of the next one nothing is taken', async () => {
  const id = await scene.agreement();
  await scene.bind(id);
  await scene.announce();
  const [own, head, path] = [debtorOf(scene), headOf(scene), `loans/${id}/reopen`];
  const reason = 'Пересчитаем долг вместе заново';
  const textHash = await readDraft(head, id, { reason });
  const code = await codeFor(scene, head, id, textHash);
  const proposed = await head.client.post(`${head.base}/${path}`, { reason, textHash, code });
  const { termsHash } = proposed.body.proposals.find(({ status }: { status: string }) => status === 'active');
  const given = await own.client.post(`${own.base}/${path}`, { termsHash, code: await codeFor(scene, own, id) });
  expect(given.status, given.text).toBe(200);
  expect(await scene.seen(id)).toMatchObject({ status: 'off', reason: 'Соглашение закончено', next: null });
  expect(await scene.attemptsOf(id)).toMatchObject([{ status: 'skipped', reason: 'Соглашение закончено' }]);
  // What an older program beside this one has left of an agreement before is found by the clock.
  await run(
    `update autopayments set status = 'on', created_at = now() - interval '1 hour', reason = null where settlement_id = $1`,
    [id],
  );
  await endAutopayments(testApp.app, new Date());
  expect(await scene.seen(id)).toMatchObject({ status: 'off', reason: 'Соглашение закончено' });
});

test('the last payment of a schedule with interest is told of by the sum of its own day, and taken on it', async () => {
  const plan = { kind: 'annuity', amount: 3_000_000, rateBps: 2400, payments: 2, downPayment: 0 };
  const id = await agree(scene, { ...plan, firstDate: addMonths(today, 1) });
  const rows = () =>
    run(
      `select due_date::text as due, amount::int from schedule_items where settlement_id = $1 and status <> 'cancelled' and paid = 0 order by no`,
      [id],
    );
  const [first] = await rows();
  await scene.bind(id);
  await payFully(scene, id, first!['amount'] as number);
  const open = await rows();
  const last = open.at(-1)!;
  const days = daysBetween(today, last['due'] as Day);
  await scene.announce(days - 1);
  await scene.chargeToTheEnd(id, days);
  expect(await scene.attemptsOf(id)).toMatchObject([{ attempt: 1, status: 'succeeded' }]);
  expect((await scene.takenOf(id)).map(({ amount }) => amount)).toEqual([first!['amount'], last['amount']]);
});

describe('more is not taken than was told', () => {
  test('a sum that has grown since is told of anew', async () => {
    const id = await scene.agreement();
    await scene.bind(id);
    await payFully(scene, id, 400_000);
    await scene.announce();
    const announced = async () =>
      (
        await run(
          'select announced_amount::int as sum from autopayment_attempts where settlement_id = $1 order by id',
          [id],
        )
      ).map(({ sum }) => sum);
    expect(await announced()).toEqual([600_000]);
    await run('update schedule_items set paid = 0 where settlement_id = $1 and no = 1', [id]);
    await scene.charge();
    expect(await scene.attemptsOf(id)).toMatchObject([
      { status: 'skipped', reason: 'Сумма платежа стала больше той, о которой мы предупредили' },
      { status: 'planned' },
    ]);
    expect(await announced()).toEqual([600_000, 1_000_000]);
    expect((await scene.lettersOf(id))[0]).toMatch(/спишем 10\s000,00/);
    await run('update schedule_items set paid = 400000 where settlement_id = $1 and no = 1', [id]);
  });

  test('with the fee on top in every word', async () => {
    await run(
      `insert into tariffs (name, payer, base, rate_bps, min, vat_mode, vat_bps, collect, valid_from)
        values ('Сверху', 'individual', 'paid_amount', 100, 5000, 'on_top', 2000, 'withhold', '2020-01-01')`,
    );
    const id = await scene.agreement();
    await run('delete from tariffs');
    await scene.bind(id);
    await scene.announce();
    expect((await scene.lettersOf(id))[0]).toMatch(/спишем 10\s120,00/);
    await scene.charges('failed');
    await scene.chargeToTheEnd(id);
    expect((await scene.lettersOf(id))[0]).toMatch(/спишем 10\s120,00/);
    await scene.charges('succeeded');
    await scene.chargeToTheEnd(id, 2);
    expect((await scene.lettersOf(id))[0]).toMatch(/Списано 10\s120,00/);
    expect((await scene.seen(id)).attempts.map(({ amount }: { amount: number }) => amount)).toEqual([
      1_012_000, 1_012_000,
    ]);
  });
});

test('who cancels what is being taken ends the attempts of that payment', async () => {
  const id = await scene.agreement();
  await scene.bind(id);
  await scene.charges('created');
  await scene.announce();
  await scene.charge();
  await expect.poll(async () => (await scene.takenOf(id))[0]?.status).toBe('created');
  const paymentId = await scene.paymentOf(id);
  expect((await seenPayment(scene, paymentId)).payUrl).toBeNull();
  expect((await debtor.post(`/api/individuals/${scene.debtorId}/payments/${paymentId}/cancel`)).status).toBe(200);
  await expect
    .poll(async () => {
      await scene.finish();
      return scene.attemptsOf(id);
    })
    .toMatchObject([{ status: 'failed', reason: 'Вы отменили списание' }]);
  expect((await scene.told(id))[0]).toBe('Списание по автоплатежу не состоялось');
  await scene.announce(1);
  expect(await scene.attemptsOf(id)).toHaveLength(1);
  await scene.charges('succeeded');
});

test('what was held up until the last hour is given up by day, and the next attempt is told of', async () => {
  const id = await scene.agreement();
  await scene.bind(id);
  await scene.announce();
  const path = `/api/individuals/${scene.debtorId}/loans/${id}/pay`;
  expect((await debtor.post(path, { amount: 100_000, channel: 'sbp' })).status).toBe(201);
  await scene.charge(1, 20);
  expect(await scene.attemptsOf(id)).toMatchObject([{ status: 'planned' }]);
  await scene.charge(1, 21);
  expect(await scene.attemptsOf(id)).toMatchObject([{ status: 'skipped', reason: 'Другой платёж ещё не закончен' }]);
  expect((await scene.told(id))[0]).toBe('Автоплатёж не прошёл');
  // Of his own payment that is under way he is asked to wait for the end, not to pay once more.
  const [letter] = await scene.lettersOf(id);
  expect(letter).toContain('Другой ваш платёж по этому соглашению ещё не закончен');
  expect(letter).not.toMatch(/второй раз ничего не спишется|Заплатить можно/);
});

test('who waits for an answer about money past the platform is told that he may pay beside it', async () => {
  const id = await scene.agreement();
  await scene.bind(id);
  await scene.announce();
  const statedPath = `/api/legal-entities/${scene.company}/loans/${id}/outside-payments`;
  const stated = await scene.accountant.post(statedPath, { amount: 100_000, paidOn: today });
  expect(stated.status, stated.text).toBe(201);
  await scene.charge(1, 21);
  expect(await scene.attemptsOf(id)).toMatchObject([{ status: 'skipped', reason: 'Другой платёж ещё не закончен' }]);
  const [letter] = await scene.lettersOf(id);
  expect(letter).toContain('оплата вне платформы');
  expect(letter).toContain('заплатить можно на странице соглашения, не дожидаясь его');
  expect(letter).not.toMatch(/дождитесь|второй раз ничего не спишется/);
  // It is true: nothing stands in his way.
  const path = `/api/individuals/${scene.debtorId}/loans/${id}/pay`;
  expect((await debtor.post(path, { amount: 100_000, channel: 'sbp' })).status).toBe(201);
});

test('of a payment that he has cancelled and the partner has not he is not asked to wait, nor promised anything', async () => {
  const id = await scene.agreement();
  await scene.bind(id);
  await scene.announce();
  const path = `/api/individuals/${scene.debtorId}/loans/${id}/pay`;
  const { body } = await debtor.post(path, { amount: 100_000, channel: 'sbp' });
  const { payments: partner } = testApp.app;
  testApp.app.payments = undefined;
  await debtor.post(`/api/individuals/${scene.debtorId}/payments/${body.id}/cancel`);
  await run('update payments set partner_silent = true where id = $1', [body.id]);
  await scene.charge(1, 21);
  testApp.app.payments = partner;
  expect(await scene.attemptsOf(id)).toMatchObject([{ status: 'skipped', reason: 'Другой платёж ещё не закончен' }]);
  const [letter] = await scene.lettersOf(id);
  expect(letter).toContain('Заплатить можно и самостоятельно');
  expect(letter).not.toMatch(/дождитесь|второй раз ничего не спишется/);
});

test('nothing is taken for a creditor who is blocked; creditors do not learn of the order at all', async () => {
  const id = await scene.agreement();
  await scene.bind(id);
  await scene.announce();
  const block = (status: string) =>
    run('update legal_entities set verification_status = $2 where id = $1', [scene.company, status]);
  await block('blocked');
  await scene.charge();
  await block('verified');
  expect(await scene.attemptsOf(id)).toMatchObject([
    { status: 'skipped', reason: 'Автоплатежи этому кредитору остановлены' },
  ]);
  await scene.announce(1);
  await scene.chargeToTheEnd(id, 2);
  const paymentId = await scene.paymentOf(id);
  expect((await seenPayment(scene, paymentId)).isAutomatic).toBe(true);
  expect((await scene.head.get(`/api/payments/${paymentId}`)).body.isAutomatic).toBe(false);
});

test('an operator switches it off by a letter of its debtor, who is told', async () => {
  const id = await scene.agreement();
  await scene.bind(id);
  const path = `/internal/loans/${id}/autopayment`;
  expect((await scene.operator.get(path)).body).toMatchObject({
    status: 'on',
    mask: '•••• 4242',
    moves: ['switchOff'],
  });
  expect((await scene.operator.post(`${path}/off`, { reason: 'Письмо' })).body.code).toBe('input.invalid');
  const letter = { reason: 'Письмо № 17 от 3 марта' };
  const off = await scene.operator.post(`${path}/off`, letter);
  expect(off.body, off.text).toMatchObject({ status: 'off', moves: [] });
  expect((await scene.seen(id)).reason).toBe(`Оператор выключил автоплатёж по вашему обращению: ${letter.reason}`);
  expect((await scene.told(id))[0]).toBe('Автоплатёж выключен по вашему обращению');
  expect((await scene.operator.post(`${path}/off`, letter)).body.code).toBe('move.illegal');
});

test('a node whose clock is a day ahead takes nothing early', async () => {
  const id = await scene.agreement();
  await scene.bind(id);
  await scene.announce();
  vi.useFakeTimers({ toFake: ['Date'], now: scene.at(1, 11) });
  await byOneClock(makeAttempts)(testApp.app, new Date()).finally(() => vi.useRealTimers());
  expect(await scene.attemptsOf(id)).toMatchObject([{ status: 'planned' }]);
});

test('a consent to another plan lets nothing be taken until this one is given', async () => {
  const id = await scene.agreement();
  await scene.bind(id);
  await scene.announce();
  const beWorded = async (wording: number): Promise<void> => {
    await run('alter table consent_documents disable trigger append_only');
    await run(`update consent_documents set wording = $1 where kind = 'autopayment'`, [wording]);
    await run('alter table consent_documents enable trigger append_only');
  };
  expect(await scene.seen(id)).toMatchObject({ obstacle: null, next: { attempt: 1 } });
  await beWorded(0);
  // It is on, and says on its page what it lacks, in the place of what would be taken: there the consent is given.
  expect(await scene.seen(id)).toMatchObject({
    status: 'on',
    obstacle: 'Нужно новое согласие на автоплатёж',
    next: null,
  });
  await scene.charge();
  const { offered } = (await debtor.get('/api/auth/consents')).body;
  await beWorded(1);
  expect(offered.map(({ kind }: { kind: string }) => kind)).toContain('autopayment');
  expect((await scene.attemptsOf(id))[0]).toMatchObject({
    status: 'skipped',
    reason: 'Нужно новое согласие на автоплатёж',
  });
});
