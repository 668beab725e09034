import { describe, expect, test } from 'vitest';
import { addDays } from '#domain/values/days.ts';
import { closeByClock, closeDays } from '#server/modules/close-day/close.commands.ts';
import { brokenSeal } from '#server/modules/close-day/seal-chain.ts';
import { type EachPart, SubJobProblem } from '#server/platform/state/sub-jobs.ts';
import type { Client } from '../helpers/client.ts';
import { lettersTo } from '../helpers/mail/letters.ts';
import { agree } from '../payments/helpers/scenario.ts';
import { begin } from '../settlements/helpers/money.ts';
import { openClosing, path, today } from './helpers/closing.ts';

const { scenario, accountant, close, results, openSince } = await openClosing();
/** A seal waits for every transaction of the whole cluster, for a minute at most. */
const patience = { timeout: 120_000 };

describe('a day with something in its way', () => {
  /** A payment that was to bear a fee, of which the books know none; the partner told of it then and dated it into a day before. */
  async function unbooked(daysAgo = 1): Promise<number> {
    const { id } = await scenario.write(async (tx) => begin(scenario, tx, await agree(scenario), 100_000));
    await scenario.run(
      `update payments set status = 'succeeded', fee_amount = 5, fee_vat = 0, value_date = $2::date,
         succeeded_at = $2::timestamp at time zone 'Europe/Moscow' + interval '12 hours' where id = $1`,
      [id, addDays(today(), -4)],
    );
    await scenario.run(
      `insert into status_history (machine, object_type, object_id, move, from_status, to_status, at)
      values ('payment', 'payments', $1, 'succeed', 'processing', 'succeeded', $2::timestamp at time zone 'Europe/Moscow')`,
      [id, addDays(today(), -daysAgo)],
    );
    return id;
  }

  test('stays open with its reasons, and is sealed against them by an administrator who says why', async () => {
    await openSince(1);
    const yesterday = addDays(today(), -1);
    const payment = await unbooked();
    expect((await accountant.post(path)).status).toBe(200);
    await expect.poll(async () => (await results()).shown.status, patience).toBe('stopped');
    const { shown, errors, open } = await results();
    expect(open).toBe(yesterday);
    expect(shown.obstacles).toEqual([expect.stringContaining('вознаграждение')]);
    expect(shown.startedBy).toBeTruthy();
    expect(errors[0]).toMatchObject({
      sub: 'charge-fees',
      incident: null,
      cause: expect.stringContaining('не проведено'),
    });
    const asked = async () => (await accountant.get('/api/notifications?limit=100')).body.items;
    const items = await asked();
    expect(items[0]).toMatchObject({ title: expect.stringContaining('не запечатан'), detail: shown.obstacles[0] });
    // The clock leaves it alone for an hour.
    await closeByClock(scenario.testApp.app);
    expect((await results()).shown.status).toBe('stopped');
    const order = { reason: 'Проведём завтра исправлением', version: shown.version };
    const against = async (client: Client, body: object, sub = 'seal-day') =>
      (await client.post(`${path}/${sub}`, body)).body.code;
    expect(await against(accountant, order)).toBe('access.denied');
    expect(await against(scenario.operator, order, 'mark-due')).toBe('move.illegal');
    expect(await against(scenario.operator, { ...order, version: shown.version - 1 })).toBe('version.stale');
    expect(await against(scenario.operator, { reason: order.reason })).toBe('version.stale');
    expect(await against(scenario.operator, order)).toBeUndefined();
    await expect.poll(async () => (await results()).open, patience).toBe(today());
    expect((await results(yesterday)).shown).toMatchObject({
      status: 'sealed',
      overrideReason: order.reason,
      obstacles: shown.obstacles,
    });
    expect(
      (await results()).days.find(({ day }: { day: string }) => day === yesterday) ?? { overridden: true },
    ).toMatchObject({
      overridden: true,
    });
    // Nobody is asked to seal it any more.
    expect((await asked()).map(({ id }: { id: number }) => id)).not.toContain(items[0].id);
    await scenario.run('delete from payments where id = $1', [payment]);
  });

  test('keeps, sealed against it, what can be done again, and nothing that no later day does', async () => {
    const { app } = scenario.testApp;
    await openSince(1);
    const payment = await unbooked();
    await close();
    const [ofPayment] = (await results()).errors;
    const [fees] = app.appDefinition.subJobs.get('charge-fees')! as [EachPart];
    const unseen = { ...fees, each: { ...fees.each, due: () => Promise.reject(new SubJobProblem('Нарочно')) } };
    const subJobs = new Map([...app.appDefinition.subJobs, ['charge-fees', [unseen]] as const]);
    await closeDays({ ...app, appDefinition: { ...app.appDefinition, subJobs } }, { by: null, sub: 'charge-fees' });
    const { shown, errors } = await results();
    expect(errors.map(({ object }: { object: string | null }) => object)).toEqual([null, ofPayment.object]);
    const { accountId: by } = await scenario.testApp.operator('administrator');
    const override = { accountId: by, reason: 'Проведём завтра исправлением', seen: shown.obstacles };
    await closeDays(app, { by, sub: 'seal-day', override });
    expect(await results()).toMatchObject({ open: today(), errorCount: 1, errors: [{ id: ofPayment.id }] });
    await scenario.run('delete from payments where id = $1', [payment]);
    const again = await accountant.post(`${path}/charge-fees`, { error: ofPayment.id });
    expect(again.body).toEqual({ done: true, isGone: true, isIdle: false });
  });

  test('sealed against a look that could not be made, is looked at by the next one', async () => {
    const { app } = scenario.testApp;
    await openSince(2);
    const payment = await unbooked(2);
    const [fees] = app.appDefinition.subJobs.get('charge-fees')! as [EachPart];
    const unseen = { ...fees, each: { ...fees.each, due: () => Promise.reject(new SubJobProblem('Нарочно')) } };
    const subJobs = new Map([...app.appDefinition.subJobs, ['charge-fees', [unseen]] as const]);
    await closeDays({ ...app, appDefinition: { ...app.appDefinition, subJobs } }, { by: null });
    const { shown } = await results();
    expect(shown.status).toBe('stopped');
    const { accountId: by } = await scenario.testApp.operator('administrator');
    const override = { accountId: by, reason: 'Посмотрим завтра', seen: shown.obstacles };
    await closeDays(app, { by, sub: 'seal-day', override });
    const { open, errors } = await results();
    expect(open).toBe(addDays(today(), -1));
    await close();
    expect((await results()).errors).toMatchObject([
      { sub: 'charge-fees', cause: expect.stringContaining('не проведено') },
    ]);
    await scenario.run('delete from payments where id = $1', [payment]);
    expect(errors).toEqual([]);
  });

  test('is not sealed against what has come in its way since', async () => {
    const { app } = scenario.testApp;
    await openSince(1);
    const order = { reason: 'Проведём завтра исправлением', version: 1 };
    expect((await scenario.operator.post(`${path}/seal-day`, order)).body.code).toBe('move.illegal');
    const payment = await unbooked();
    await close();
    const { shown } = await results();
    expect(shown.status).toBe('stopped');
    const unseen = `insert into sub_job_errors (business_day_id, sub, part, cause)
      select id, 'reconcile-payments', 0, 'Выписки нет' from business_days where status <> 'sealed'`;
    await scenario.run(unseen);
    const { accountId: by } = await scenario.testApp.operator('administrator');
    const override = { accountId: by, reason: order.reason, seen: shown.obstacles };
    await closeDays(app, { by, sub: 'seal-day', override });
    const { shown: again } = await results();
    expect(again).toMatchObject({ status: 'stopped', overrideReason: null });
    expect(again.obstacles).toEqual([expect.stringContaining('Сверить платежи'), ...shown.obstacles]);
    await scenario.run('delete from payments where id = $1', [payment]);
  });

  test('that was sealed is changed by nobody; where it was all the same, the next one is not sealed after it', async () => {
    await openSince(2);
    await expect(scenario.run('delete from business_days')).rejects.toThrow('never taken away');
    await close();
    await expect(scenario.run(`update business_days set entries = 0 where status = 'sealed'`)).rejects.toThrow(
      'sealed',
    );
    const { db } = scenario.testApp.app.database;
    expect([await brokenSeal(db, 1), await brokenSeal(db, 100)]).toEqual([null, null]);
    const check = async (day: string) => accountant.get(`${path}/seal?day=${day}`);
    const { body } = await check(addDays(today(), -2));
    expect(body).toMatchObject({ fits: true, seal: (await results(addDays(today(), -2))).shown.seal });
    expect(body.counted).toBe(body.seal);
    expect((await check(today())).status).toBe(404);
    await scenario.run('alter table business_days disable trigger keeps_seal');
    const at = addDays(today(), -2);
    await scenario.run(`update business_days set last_entry = last_entry - 1 where day = $1`, [at]);
    expect([await brokenSeal(db, 100), await brokenSeal(db, 1)]).toEqual([at, addDays(today(), -1)]);
    expect((await check(at)).body).toMatchObject({ day: at, fits: false, seal: body.seal });
    expect((await check(at)).body.counted).not.toBe(body.seal);
    await scenario.run('alter table business_days enable trigger keeps_seal');
  });
});

test('a count of entries that drifted is in the way of the seal', async () => {
  await openSince(1);
  const drift = `insert into entry_tallies (kind, legal_entity_id, registry_id, status, entries, matched, amount)
    select kind, legal_entity_id, registry_id, status, 1, 0, 100 from entry_tallies limit 1 returning id`;
  const [{ id }] = (await scenario.run(drift)) as [{ id: number }];
  await close();
  const { shown } = await results();
  expect(shown.obstacles).toEqual(['Не сходится счётчиков записей в реестрах: 1']);
  await scenario.run('delete from entry_tallies where id = $1', [id]);
  await closeDays(scenario.testApp.app, { by: null, sub: 'seal-day' });
  expect((await results()).open).toBe(today());
});

test('the figures of a day go by letter, once, to those who want them and may see them', async () => {
  const { testApp } = scenario;
  const [wants, wanted, may] = [
    await testApp.operator('accountant'),
    await testApp.operator('observer'),
    await testApp.operator('manager'),
  ];
  const choose = (client: Client, isWanted: boolean) => client.put(`${path}/letter`, { wanted: isWanted });
  for (const { client } of [wants, wanted, may]) expect((await choose(client, true)).status).toBe(204);
  expect((await choose(wants.client, true)).status).toBe(204);
  expect((await wants.client.get(`${path}/job-results`)).body.wantsLetter).toBe(true);
  await choose(wanted.client, false);
  await scenario.run('update operators set active = false where account_id = $1', [may.accountId]);
  expect((await results()).wantsLetter).toBe(false);
  await openSince(1);
  await close();
  await close();
  const day = addDays(today(), -1).split('-').toReversed().join('.');
  const letters = await lettersTo(testApp, wants.email);
  expect(letters.map(({ subject }) => subject)).toEqual([`День ${day} запечатан`]);
  const { seal } = (await results(addDays(today(), -1))).shown;
  expect(letters[0]!.text).toContain(`Печать: ${seal}`);
  expect(letters[0]!.text).toContain('Отметить пропущенные платежи: 0 соглашений');
  for (const { email } of [wanted, may]) expect(await lettersTo(testApp, email)).toEqual([]);
});
