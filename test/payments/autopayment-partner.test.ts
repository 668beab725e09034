import { describe, expect, test } from 'vitest';
import { addDays } from '#domain/values/days.ts';
import { askBinding } from '#server/modules/payments/autopayments/binding-jobs.ts';
import { sendPayment } from '#server/modules/payments/jobs.ts';
import { forget } from '../life-events/helpers/life.ts';
import { openAutopayments, today } from './helpers/autopayments.ts';
import { seenPayment } from './helpers/scenario.ts';

/** What a partner says of charges and bindings, and what may only seem to be his word (docs/decisions/0180). */
const scene = await openAutopayments();
await scene.consent();
const { bank, debtor, testApp, run } = scene;
const { app } = testApp;

/** So long ago that nobody pays it any more. */
const grownOld = (paymentId: number) =>
  run(`update payments set created_at = created_at - interval '1 hour' where id = $1`, [paymentId]);
const silenceOf = async (paymentId: number) =>
  (await run('select status, partner_silent as silent from payments where id = $1', [paymentId]))[0];
/** The statements that a charge of this moment may stand in are compared: after nine in the evening it is tomorrow's. */
const compare = () =>
  run(
    `insert into reconciliations (day, movements, matched, differences, closing, own_closing, created_at)
      select day, 0, 0, 0, 0, 0, now() + interval '2 days' from unnest(array[$1, $2]::date[]) as day`,
    [today, addDays(today, 1)],
  );
const forgetStatements = async () => {
  await run('alter table reconciliations disable trigger append_only');
  await run('delete from reconciliations');
  await run('alter table reconciliations enable trigger append_only');
};
const announced = async (): Promise<number> => {
  const id = await scene.agreement();
  await scene.bind(id);
  await scene.announce();
  return id;
};

describe('that a charge is unknown or refused is no last word', () => {
  test('while a gateway says 404: the money that was taken is found, and no other attempt is made', async () => {
    const id = await announced();
    await bank.behave('after');
    await scene.charge();
    await expect.poll(async () => (await scene.takenOf(id)).length).toBe(1);
    const paymentId = await scene.paymentOf(id);
    await bank.behave('absent');
    await sendPayment(app, { paymentId }).catch(() => undefined);
    expect((await silenceOf(paymentId))!['status']).toBe('created');
    await grownOld(paymentId);
    await expect
      .poll(
        async () => {
          await scene.ask(paymentId);
          return silenceOf(paymentId);
        },
        { timeout: 60_000 },
      )
      .toEqual({ status: 'cancelled', silent: true });
    const letters = await scene.told(id);
    await scene.finish();
    await scene.announce(1);
    await scene.charge(2);
    expect(await scene.attemptsOf(id)).toMatchObject([{ status: 'sent' }]);
    expect(await scene.told(id)).toEqual(letters);
    await bank.behave('ok');
    await expect
      .poll(
        async () => {
          await scene.ask(paymentId);
          return (await seenPayment(scene, paymentId)).status;
        },
        { timeout: 60_000 },
      )
      .toBe('succeeded');
    await scene.finish();
    expect(await scene.attemptsOf(id)).toMatchObject([{ status: 'succeeded' }]);
    expect(await scene.takenOf(id)).toHaveLength(1);
  });

  test('until his statement of the day knows nothing of it either', async () => {
    const id = await announced();
    await bank.behave('refusing');
    await scene.charge();
    const paymentId = await scene.paymentOf(id);
    await expect.poll(() => silenceOf(paymentId)).toEqual({ status: 'cancelled', silent: true });
    await bank.behave('ok');
    await scene.ask(paymentId);
    await scene.finish();
    expect(await scene.attemptsOf(id)).toMatchObject([{ status: 'sent', reason: 'Партнёр отказал в списании' }]);
    await compare();
    await scene.ask(paymentId);
    expect(await silenceOf(paymentId)).toEqual({ status: 'cancelled', silent: false });
    await scene.finish();
    expect((await scene.attemptsOf(id))[0]).toMatchObject({ status: 'failed', reason: 'Партнёр отказал в списании' });
    expect((await scene.told(id))[0]).toBe('Автоплатёж не прошёл');
    await forgetStatements();
  });

  test('while a slow bank has it: he has known it, whatever a statement and a gateway say then', async () => {
    const id = await announced();
    await scene.charges('processing');
    await scene.charge();
    const paymentId = await scene.paymentOf(id);
    await expect.poll(() => silenceOf(paymentId)).toMatchObject({ status: 'processing' });
    await grownOld(paymentId);
    await compare();
    await bank.behave('absent');
    await scene.ask(paymentId);
    await bank.behave('ok');
    await scene.charges('succeeded');
    expect(await silenceOf(paymentId)).toEqual({ status: 'processing', silent: true });
    await scene.finish();
    expect(await scene.attemptsOf(id)).toMatchObject([{ status: 'sent' }]);
    await forgetStatements();
  });

  test('while his statement names it', async () => {
    const id = await announced();
    await bank.behave('after');
    await scene.charge();
    await expect.poll(async () => (await scene.takenOf(id)).length).toBe(1);
    const paymentId = await scene.paymentOf(id);
    await bank.behave('absent');
    await grownOld(paymentId);
    await compare();
    await run(
      `insert into differences (reference, day, kind, statement_id, movement, theirs, payment_id)
        values ('named', $1, 'other_status', 'named', 'payment', 1000000, $2)`,
      [today, paymentId],
    );
    await scene.ask(paymentId);
    expect(await silenceOf(paymentId)).toEqual({ status: 'cancelled', silent: true });
    await bank.behave('ok');
    await run(`delete from differences where reference = 'named'`);
    await forgetStatements();
  });

  test('what he may have heard of is not told again when something stands in the way by now', async () => {
    const id = await announced();
    await bank.behave('error');
    await scene.charge();
    const paymentId = await scene.paymentOf(id);
    await expect
      .poll(async () => (await run('select sent_at from autopayment_attempts where payment_id = $1', [paymentId]))[0])
      .not.toEqual({ sent_at: null });
    const block = (status: string) =>
      run('update individuals set verification_status = $2 where id = $1', [scene.debtorId, status]);
    await block('blocked');
    await bank.behave('ok');
    await sendPayment(app, { paymentId }).catch(() => undefined);
    await block('verified');
    expect(await silenceOf(paymentId)).toEqual({ status: 'cancelled', silent: true });
    expect(await scene.takenOf(id)).toEqual([]);
  });
});

test('what was not sent within the hours of its day is not sent at all', async () => {
  const { id, paymentId } = await scene.unsent();
  await run('update autopayment_attempts set day = $2 where payment_id = $1', [paymentId, addDays(today, -1)]);
  await sendPayment(app, { paymentId });
  expect(await silenceOf(paymentId)).toEqual({ status: 'cancelled', silent: false });
  expect(await scene.takenOf(id)).toEqual([]);
  await scene.finish(0);
  expect((await scene.attemptsOf(id))[0]).toMatchObject({
    status: 'skipped',
    reason: 'Партнёр не отвечал до конца дня',
  });
});

describe('what is bound', () => {
  const rowOf = async (id: number) =>
    (
      await run(
        `select id, partner_id, released_at is not null as released, absent_at is not null as absent
          from autopayments where settlement_id = $1 order by id desc`,
        [id],
      )
    )[0]!;
  const askOf = async (id: number) =>
    askBinding(app, { autopaymentId: (await rowOf(id))['id'] as number }).catch(() => undefined);

  test('is asked about before it is told of: a message that was lost is made up for', async () => {
    const id = await scene.agreement();
    await scene.bind(id);
    await bank.speak(null);
    await scene.endBinding(id, 'revoked');
    await bank.speak(testApp.url);
    await scene.announce();
    await expect.poll(async () => (await scene.seen(id)).status).toBe('off');
    expect((await scene.told(id))[0]).toBe('Автоплатёж выключился');
    expect(await scene.attemptsOf(id)).toMatchObject([{ status: 'skipped' }]);
  });

  test('is not off because a gateway does not know it; taken back it is released by his own word, or a day later', async () => {
    const id = await scene.agreement();
    await scene.bind(id);
    await bank.behave('absent');
    await askOf(id);
    expect((await scene.seen(id)).status).toBe('on');
    await debtor.post(`${scene.pathOf(id)}/off`);
    await expect.poll(() => rowOf(id)).toMatchObject({ released: false, absent: true });
    await bank.behave('ok');
    await askOf(id);
    const released = await rowOf(id);
    expect(released['released']).toBe(true);
    expect((await scene.bindings()).find((one) => one.id === released['partner_id'])!.status).toBe('revoked');
    const lost = await scene.agreement();
    await scene.bind(lost);
    await bank.behave('absent');
    await debtor.post(`${scene.pathOf(lost)}/off`);
    await expect.poll(() => rowOf(lost)).toMatchObject({ released: false, absent: true });
    await run(`update autopayments set absent_at = now() - interval '25 hours' where settlement_id = $1`, [lost]);
    await askOf(lost);
    expect(await rowOf(lost)).toMatchObject({ released: true });
    await bank.behave('ok');
  });

  test('while something stops payments nobody asks him to pay when the bank takes it back', async () => {
    const id = await scene.agreement();
    await scene.bind(id);
    await run(
      `insert into life_events (individual_id, kind, status, since, until, side, entered_by)
        select id, 'service', 'in_force', $2, $3, 'operator', account_id from individuals where id = $1`,
      [scene.debtorId, addDays(today, -5), addDays(today, 30)],
    );
    await scene.endBinding(id, 'revoked');
    await expect.poll(async () => (await scene.seen(id)).status).toBe('off');
    const [letter] = await scene.lettersOf(id);
    expect(letter).toContain('больше не списываются сами.');
    expect(letter).not.toContain('платите');
    await forget(scene);
  });

  test('that nobody can read an answer about fails by our own clock', async () => {
    const id = await scene.agreement();
    await bank.behave('error');
    expect((await debtor.post(scene.pathOf(id), { channel: 'card' })).status).toBe(201);
    await askOf(id);
    expect((await scene.seen(id)).status).toBe('created');
    await run(`update autopayments set created_at = created_at - interval '25 hours' where settlement_id = $1`, [id]);
    await askOf(id);
    expect((await scene.seen(id)).status).toBe('failed');
    // Whoever has begun it learns that nothing is taken by itself, once; why is said in the cabinet alone.
    await askOf(id);
    const letters = await scene.lettersOf(id);
    expect(letters).toEqual([expect.stringContaining('Автоплатёж не включён')]);
    expect(letters[0]).toContain('сами не списываются: платите на странице соглашения');
    expect(letters[0]).not.toContain('не подтвердили вовремя');
    expect((await debtor.get('/api/notifications?limit=5')).text).toContain('Причина: Привязку не подтвердили вовремя');
    await bank.behave('ok');
  });

  test('by one name for two agreements: the end of one order leaves the other what it takes of', async () => {
    const [first, second] = [await scene.agreement(), await scene.agreement()];
    for (const id of [first, second]) await scene.bind(id);
    const { partner_id: name } = await rowOf(first);
    await run('update autopayments set partner_id = $2 where settlement_id = $1', [second, name]);
    await debtor.post(`${scene.pathOf(second)}/off`);
    await expect.poll(() => rowOf(second)).toMatchObject({ released: true });
    expect((await scene.bindings()).find((one) => one.id === name)!.status).toBe('active');
    await scene.announce();
    await scene.chargeToTheEnd(first);
    expect((await seenPayment(scene, await scene.paymentOf(first))).status).toBe('succeeded');
  });
});
