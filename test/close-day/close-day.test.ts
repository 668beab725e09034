import { beforeAll, describe, expect, test, vi } from 'vitest';
import { subJobCodes } from '#domain/money/close-day.ts';
import { addDays } from '#domain/values/days.ts';
import { closeByClock, closeDays } from '#server/modules/close-day/close.commands.ts';
import { brokenSeal } from '#server/modules/close-day/seal-chain.ts';
import { appDefinition } from '#server/modules/index.ts';
import { liveDay } from '#test/helpers/live-day.ts';
import type { Client } from '../helpers/client.ts';
import { lateAgreement } from '../life-events/helpers/life.ts';
import { agree } from '../payments/helpers/scenario.ts';
import { bandWithPenalty, firstDate, lump, publish } from '../settlements/helpers/bargaining.ts';
import { receive } from '../settlements/helpers/money.ts';
import { openClosing, path, today } from './helpers/closing.ts';

const { scenario, accountant, close, results, openSince } = await openClosing();

const inThree = { kind: 'equal', amount: 3_500_000, payments: 3, firstDate, downPayment: 0 };
const stepOf = async (sub: string, day: string) =>
  (await results(day)).subs.find((one: { sub: string }) => one.sub === sub);
const statusOf = async (id: number, no = 1) =>
  (await scenario.run('select status from schedule_items where settlement_id = $1 and no = $2', [id, no]))[0]![
    'status'
  ];
const dueIn = (id: number, days: number) =>
  scenario.run('update schedule_items set due_date = $2, planned_date = $2 where settlement_id = $1 and no = 1', [
    id,
    addDays(today(), days),
  ]);

/** Lets a table be found by nobody, for as long as the work takes. */
async function without<T>(table: string, work: () => Promise<T>): Promise<T> {
  await scenario.run(`alter table ${table} rename to out_of_sight`);
  try {
    return await work();
  } finally {
    await scenario.run(`alter table out_of_sight rename to ${table}`);
  }
}

/** Lets the rows of an agreement refuse any change, for as long as the work takes. */
async function sabotaged<T>(id: number, work: () => Promise<T>): Promise<T> {
  await scenario.run(`create trigger sabotage before update on schedule_items for each row
    when (new.settlement_id = ${id}) execute function refuse_change()`);
  try {
    return await work();
  } finally {
    await scenario.run('drop trigger sabotage on schedule_items');
  }
}

test('each sub-job but the seal is done by some module', () => {
  const done = subJobCodes.filter((sub) => (appDefinition.subJobs.get(sub) ?? []).length > 0);
  expect(done).toEqual(subJobCodes.filter((sub) => sub !== 'seal-day'));
});

test('a day that goes on is not closed; what would be done is told and not done', async () => {
  await openSince(0);
  const id = await agree(scenario, inThree);
  await dueIn(id, -2);
  expect((await accountant.post(path)).body.code).toBe('close.not_over');
  expect((await accountant.post(`${path}/mark-overdue`, {})).body.code).toBe('close.not_over');
  expect((await accountant.post(`${path}/mark-nothing`, {})).status).toBe(404);
  const { status, body } = await accountant.post(`${path}?dryRun=1`);
  expect(status).toBe(200);
  const tried = Object.fromEntries(body.tried.map((one: { sub: string }) => [one.sub, one]));
  expect(tried['mark-overdue']).toMatchObject({ isTried: true, changed: 1, failed: 0 });
  const { number } = (await scenario.run('select number from settlements where id = $1', [id]))[0]!;
  const named = { object: expect.stringContaining(number as string), link: `/settlement-${id}`, cause: null };
  expect(tried['mark-overdue'].examples).toContainEqual(named);
  expect(tried['retention']).toMatchObject({ isTried: true });
  expect(tried['reconcile-payments']).toMatchObject({ isTried: false, found: 0 });
  expect(await statusOf(id)).toBe('planned');
  expect((await results()).shown).toMatchObject({ day: today(), status: 'open', obstacles: [] });
});

test('what is tried waits for others and lets nobody wait', async () => {
  await openSince(0);
  const [tried, held] = [await agree(scenario, inThree), await agree(scenario, inThree)];
  await dueIn(tried, -1);
  await dueIn(held, -1);
  const holder = await scenario.testApp.owner.connect();
  try {
    await holder.query('begin');
    await holder.query('select from settlements where id = $1 for update', [held]);
    const trying = accountant.post(`${path}?dryRun=1`);
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(() => scenario.run(waiting), { interval: 20 }).toHaveLength(1);
    expect(await scenario.run('select id from settlements where id = $1 for update nowait', [tried])).toHaveLength(1);
    await holder.query('rollback');
    expect((await trying).status).toBe(200);
  } finally {
    holder.release(true);
  }
});

test('missed days are closed one by one by one of two who begin at once, and each is sealed once', async () => {
  await openSince(3);
  const [late, near] = [await agree(scenario, inThree), await agree(scenario, inThree)];
  await dueIn(late, -1);
  await dueIn(near, 0);
  await Promise.all([close(), close()]);
  const { open, days } = await results();
  expect(open).toBe(today());
  const sealed = await scenario.run(
    `select day::text from business_days where status = 'sealed' and day >= $1 order by day`,
    [addDays(today(), -3)],
  );
  expect(sealed.map(({ day }) => day)).toEqual([-3, -2, -1].map((ago) => addDays(today(), ago)));
  expect(days.at(-1)).toMatchObject({ day: today(), status: 'open' });
  expect([await statusOf(late), await statusOf(near)]).toEqual(['overdue', 'due']);
  expect(await stepOf('mark-overdue', addDays(today(), -2))).toMatchObject({ status: 'done', failed: 0 });
  const { shown, subs } = await results(addDays(today(), -1));
  expect(shown).toMatchObject({ status: 'sealed', startedBy: null, obstacles: [] });
  expect(shown.seal).toMatch(/^[0-9a-f]{64}$/);
  expect(subs.at(-1)).toMatchObject({ sub: 'seal-day', status: 'done', failed: 0 });
  expect(subs.find((one: { sub: string }) => one.sub === 'mark-due').before).toEqual(expect.any(Number));
  expect(await brokenSeal(scenario.testApp.app.database.db, 100)).toBeNull();
});

test('a day that was closed is not closed again, also by a clock that was set back', async () => {
  await openSince(1);
  const yesterday = addDays(today(), -1);
  const midnight = new Date(`${today()}T00:00:00+03:00`).getTime();
  await closeByClock(scenario.testApp.app, new Date(midnight + 29 * 60_000));
  expect((await results()).open).toBe(yesterday);
  await closeByClock(scenario.testApp.app, new Date(midnight + 31 * 60_000));
  expect((await results()).open).toBe(today());
  const before = await scenario.run('select * from business_days order by day');
  await close();
  await closeByClock(scenario.testApp.app, new Date(midnight - 2 * 60 * 60_000));
  expect(await scenario.run('select * from business_days order by day')).toEqual(before);
});

test.each([
  ['the database', 1, -1],
  ['the node', 0, 1],
])('a day that only %s has left is not closed: which clock is right nobody can say', async (_, openDays, nodeDays) => {
  await openSince(openDays);
  const day = addDays(today(), -openDays);
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${addDays(today(), nodeDays)}T12:00:00+03:00`) });
  try {
    await closeByClock(scenario.testApp.app);
    await close();
  } finally {
    vi.useRealTimers();
  }
  expect((await results()).open).toBe(day);
});

test('an object that fails stops no other, is listed with its cause, and is done again alone', async () => {
  await openSince(1);
  const [broken, whole] = [await agree(scenario, inThree), await agree(scenario, inThree)];
  await dueIn(broken, -1);
  await dueIn(whole, -1);
  const listed = await sabotaged(broken, async () => {
    await close();
    const { errors } = await results();
    const error = errors.find((one: { sub: string }) => one.sub === 'mark-overdue');
    expect(error).toMatchObject({ attempts: 1, cause: expect.stringContaining('Внутренняя ошибка') });
    expect(error.incident).toMatch(/^[0-9a-f]{8}$/);
    const again = await accountant.post(`${path}/mark-overdue`, { error: error.id });
    expect([again.status, again.body.done]).toEqual([200, false]);
    return error;
  });
  expect([await statusOf(broken), await statusOf(whole)]).toEqual(['planned', 'overdue']);
  expect(await stepOf('mark-overdue', addDays(today(), -1))).toMatchObject({ status: 'failed', failed: 1 });
  // What does not block leaves the seal where it belongs.
  expect((await results()).open).toBe(today());
  expect((await results()).errors.find(({ id }: { id: number }) => id === listed.id)).toMatchObject({ attempts: 2 });
  const retry = () => accountant.post(`${path}/mark-overdue`, { error: listed.id });
  const about = (table: string, id: number) =>
    scenario.run('update sub_job_errors set object_type = $1, object_id = $2', [table, id]);
  // As a release has left it whose part at this place was about people.
  await about('individuals', scenario.debtorId);
  expect((await results()).errors[0]).toMatchObject({
    object: `№ ${scenario.debtorId}`,
    link: `/individual-${scenario.debtorId}`,
  });
  expect((await retry()).body).toEqual({ done: true, isGone: true, isIdle: false });
  await scenario.run('update sub_job_errors set resolved_at = null, part = 7');
  // As the part has another place since.
  await about('settlements', broken);
  expect((await retry()).body).toEqual({ done: true, isGone: false, isIdle: false });
  expect(await statusOf(broken)).toBe('overdue');
  // Of what is done by now, or may not be done today, nobody is told that it was.
  await scenario.run('update sub_job_errors set resolved_at = null');
  expect((await retry()).body).toEqual({ done: true, isGone: false, isIdle: true });
  const acted = `select distinct operation, account_id is not null as by_somebody from audit_log
    where object_type = 'schedule_items' and object_id in (select id from schedule_items where settlement_id = $1 and no = 1)
      and after ->> 'status' = 'overdue'`;
  expect(await scenario.run(acted, [broken])).toEqual([{ operation: 'close-day.runSub', by_somebody: true }]);
  expect((await results()).errors.filter(({ id }: { id: number }) => id === listed.id)).toEqual([]);
  expect((await accountant.post(`${path}/mark-overdue`, { error: listed.id })).status).toBe(404);
});

test('a sub-job that is ordered alone leaves the day as it is while others are missing, and leads to the seal with the last', async () => {
  const { app } = scenario.testApp;
  await openSince(1);
  await closeDays(app, { by: null, sub: 'mark-due' });
  const { shown, subs } = await results();
  expect(shown).toMatchObject({ day: addDays(today(), -1), status: 'open', obstacles: [] });
  const ended = (steps: { sub: string; status: string }[]) =>
    steps.filter(({ status }) => status === 'done').map(({ sub }) => sub);
  expect(ended(subs)).toEqual(['mark-due']);
  // Done anew it finds little left; what was done before is no less for it.
  await scenario.run(`update sub_job_results set processed = 400, changed = 390, failed = 5 where sub = 'mark-due'`);
  await closeDays(app, { by: null, sub: 'mark-due' });
  const again = await stepOf('mark-due', addDays(today(), -1));
  expect(again).toMatchObject({ processed: 400, failed: 0 });
  expect(again.changed + again.skipped).toBe(400);
  for (const sub of subJobCodes.slice(0, -2)) await closeDays(app, { by: null, sub });
  expect((await results()).shown.status).toBe('open');
  await closeDays(app, { by: null, sub: subJobCodes.at(-2) });
  expect((await results()).open).toBe(today());
});

test('a delay of which nothing has come yet is looked at, and counts as nothing done', async () => {
  await openSince(1);
  await dueIn(await agree(scenario, inThree), -1);
  await close();
  const step = await stepOf('breach-agreements', addDays(today(), -1));
  expect(step).toMatchObject({ status: 'done', changed: 0 });
  expect(step.processed).toBeGreaterThan(0);
});

test('a node that stops leaves the day to others, and an order to be given again', async () => {
  const { app } = scenario.testApp;
  await openSince(1);
  const stopping = new AbortController();
  stopping.abort();
  await expect(closeDays({ ...app, stopping }, { by: null })).rejects.toThrow('another node');
  expect((await results()).shown).toMatchObject({ status: 'closing', obstacles: [] });
  await close();
  expect((await results()).open).toBe(today());
});

test('what could not be looked for is an error of the sub-job as a whole, until it can', async () => {
  await openSince(2);
  const [before, yesterday] = [addDays(today(), -2), addDays(today(), -1)];
  const order = { by: null, day: before };
  await without('certificate_requests', () => closeDays(scenario.testApp.app, order));
  const { open, errors } = await results();
  expect(open).toBe(yesterday);
  const error = errors.find(({ sub }: { sub: string }) => sub === 'issue-certificates');
  expect(error).toMatchObject({ sub: 'issue-certificates', day: before, object: null, attempts: 1 });
  expect(error.cause).toContain('Внутренняя ошибка');
  expect(await stepOf('issue-certificates', before)).toMatchObject({ status: 'failed', failed: 1 });
  expect(await stepOf('charge-fees', before)).toMatchObject({ status: 'done' });
  expect((await accountant.post(`${path}/issue-certificates`, { error: error.id })).status).toBe(404);
  await close();
  expect(await results()).toMatchObject({ open: today(), errors: [] });
});

test('a close that fails where nobody has foreseen it is a refusal: told once, and tried again after an hour', async () => {
  const { app } = scenario.testApp;
  await openSince(1);
  const [day, internal] = [addDays(today(), -1), 'Внутренняя ошибка: подробности в журнале приложения'];
  const noon = new Date(`${today()}T12:00:00+03:00`);
  await without('audit_settled', () => closeByClock(app, noon));
  expect(await results()).toMatchObject({ open: day, shown: { status: 'stopped', obstacles: [internal] } });
  const told = (await accountant.get('/api/notifications?limit=100')).body.items;
  expect(told[0]).toMatchObject({ title: expect.stringContaining('не запечатан'), detail: internal });
  const [stopped] = await scenario.run(`select updated_at from business_days where status = 'stopped'`);
  const after = (minutes: number) => new Date((stopped!['updated_at'] as Date).getTime() + minutes * 60_000);
  await closeByClock(app, after(59));
  expect((await results()).open).toBe(day);
  await closeByClock(app, after(61));
  expect((await results()).open).toBe(today());
});

describe('a penalty', () => {
  beforeAll(async () => {
    expect((await publish(scenario, [bandWithPenalty], 0)).status).toBe(200);
  });

  test('is of no day that nobody has sealed until one is, and whoever pays meanwhile pays up to the seal', async () => {
    const late = (days: number) => lateAgreement(scenario, days, lump(3_000_000));
    const [paid, left, due] = [await late(5), await late(5), await late(2)];
    const seen = async (id: number) => (await scenario.debtor.get(`/api/loans/${id}`)).body;
    const daily = (await seen(left)).penaltyOpen / 5;
    expect(daily).toBeGreaterThan(0);
    await openSince(3);
    expect(await seen(left)).toMatchObject({ penaltyOpen: 2 * daily, payOff: 3_000_000 + 2 * daily, isLate: true });
    expect((await scenario.debtor.get(`/api/loans/${left}/debt`)).body).toMatchObject({ penalty: 2 * daily });
    expect(await seen(due)).toMatchObject({ penaltyOpen: 0, isLate: false, schedule: [{ status: 'planned' }] });
    await scenario.write((tx) => receive(scenario, tx, paid, 3_000_000 + 2 * daily));
    expect(await seen(paid)).toMatchObject({ status: 'paid', penaltyPaid: 2 * daily });
    await close();
    expect((await results()).open).toBe(today());
    expect(await seen(left)).toMatchObject({ penaltyOpen: 5 * daily });
    expect(await seen(due)).toMatchObject({ penaltyOpen: 2 * daily, isLate: true, schedule: [{ status: 'overdue' }] });
    expect(await seen(paid)).toMatchObject({ status: 'paid', penaltyPaid: 2 * daily, penaltyOpen: 0 });
  });

  test('is not counted back by missed days, and while it is open ends no agreement', async () => {
    const id = await lateAgreement(scenario, 2, lump(3_000_000));
    await liveDay(scenario.testApp.app);
    await scenario.write((tx) => receive(scenario, tx, id, 3_000_000));
    const [before] = await scenario.run('select status, penalty_accrued from settlements where id = $1', [id]);
    expect(before!['status']).toBe('waiting_for_payment');
    expect(before!['penalty_accrued']).toBeGreaterThan(0);
    await openSince(3);
    await close();
    expect((await results()).open).toBe(today());
    expect(await scenario.run('select status, penalty_accrued from settlements where id = $1', [id])).toEqual([before]);
    const waived = `select from ledger_entries where settlement_id = $1 and kind = 'penalty_waived'`;
    expect(await scenario.run(waived, [id])).toEqual([]);
  });
});

describe('the lease', () => {
  const held = (seen: string) =>
    scenario.run(
      `insert into close_lease (id, holder, seen_at) values (1, 'another node', now() + $1::interval)
      on conflict (id) do update set holder = excluded.holder, seen_at = excluded.seen_at`,
      [seen],
    );

  test('of somebody who lives lets nobody else begin', async () => {
    await openSince(1);
    await held('-100 seconds');
    expect(await close()).toBe(false);
    expect((await accountant.post(path)).body.code).toBe('close.under_way');
    expect((await results()).isUnderWay).toBe(true);
  });

  test('of somebody who was killed is taken over, and his day is gone on with where he stopped', async () => {
    const [done, left] = [await agree(scenario, inThree), await agree(scenario, inThree)];
    await dueIn(done, -1);
    await dueIn(left, -1);
    const [open] = await scenario.run(
      `update business_days set status = 'closing', started_at = now() where status <> 'sealed' returning id`,
    );
    await scenario.run(
      `insert into sub_job_results (business_day_id, sub, status, object_type, reached, processed, changed)
      values ($1, 'mark-overdue', 'running', 'settlements', $2, 7, 7)`,
      [open!['id'], done],
    );
    await held('-3 minutes');
    expect(await close()).toBe(true);
    expect([await statusOf(done), await statusOf(left)]).toEqual(['planned', 'overdue']);
    const step = await stepOf('mark-overdue', addDays(today(), -1));
    expect(step).toMatchObject({ status: 'done', failed: 0 });
    expect(step.processed).toBe(7 + 1);
    expect((await results()).open).toBe(today());
    expect(await scenario.run('select * from close_lease')).toEqual([]);
  });

  test('that was touched in what is the future since the clock was set back holds nobody', async () => {
    await openSince(1);
    await held('2 hours');
    expect(await close()).toBe(true);
    expect((await results()).open).toBe(today());
  });
});

test('who may look at the close and who may run it', async () => {
  const [manager, observer, verifier] = [
    (await scenario.testApp.operator('manager')).client,
    (await scenario.testApp.operator('observer')).client,
    (await scenario.testApp.operator('verifier')).client,
  ];
  const asked = async (client: Client) => [
    (await client.get(`${path}/job-results`)).status,
    (await client.post(path)).status,
    (await client.post(`${path}/seal-day`, {})).status,
  ];
  expect(await asked(manager)).toEqual([200, 403, 403]);
  expect(await asked(observer)).toEqual([200, 403, 403]);
  expect(await asked(verifier)).toEqual([403, 403, 403]);
  expect(await asked(scenario.debtor)).toEqual([403, 403, 403]);
  expect((await accountant.get(`${path}/job-results?day=2001-01-01`)).status).toBe(404);
});
