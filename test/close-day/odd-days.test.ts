import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { subJobCodes } from '#domain/money/close-day.ts';
import { addDays, toDay } from '#domain/values/days.ts';
import { closeDays } from '#server/modules/close-day/close.commands.ts';
import { brokenSeal } from '#server/modules/close-day/seal-chain.ts';
import { brokenLedger } from '#server/modules/ledger/ledger.queries.ts';
import { bringToMorning } from '#server/modules/settlements/agreement/sub-jobs.ts';
import type { App } from '#server/platform/app.ts';
import { sealAudit } from '#server/platform/state/audit-chain.ts';
import { type EachPart, type SubJobPart, SubJobProblem } from '#server/platform/state/sub-jobs.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { lateAgreement } from '../life-events/helpers/life.ts';
import { agree } from '../payments/helpers/scenario.ts';
import { bandWithPenalty, firstDate, lump, publish } from '../settlements/helpers/bargaining.ts';
import { receive } from '../settlements/helpers/money.ts';
import { openClosing, path, today } from './helpers/closing.ts';

/** A usual run kills ten times; KILLS=200 is for those who want to know. */
const kills = Number(process.env['KILLS'] ?? 10);

const { scenario, accountant, close, results, openSince } = await openClosing();
const { app } = scenario.testApp;
const { db } = app.database;

const inThree = { kind: 'equal', amount: 3_500_000, payments: 3, firstDate, downPayment: 0 };
const dueIn = (id: number, days: number) =>
  scenario.run('update schedule_items set due_date = $2, planned_date = $2 where settlement_id = $1 and no = 1', [
    id,
    addDays(today(), days),
  ]);
const firstRowOf = async (id: number) =>
  (
    await scenario.run(
      'select status, paid::int, amount::int from schedule_items where settlement_id = $1 and no = 1',
      [id],
    )
  )[0]!;
const errorsOf = async (): Promise<{ id: number; sub: string; cause: string; attempts: number }[]> =>
  (await results()).errors;

/** From the first of these tests on agreements have a penalty. */
const withPenalty = () => publish(scenario, [bandWithPenalty], 0);

const isLost = (id: number) => id === 1;
const problem = new SubJobProblem('Нарочно');

/** Agreements in force whose first payment is not paid. */
const concluded: number[] = [];

/** What each sub-job does, but to the objects 1 and 2: with the first of them it fails, and so does what is done as a whole. */
function sabotaged({ appDefinition, ...rest }: App, done: string[]): App {
  const fails = (sub: string, part: EachPart): EachPart => ({
    about: part.about,
    each: {
      operation: part.each.operation,
      due: async (_db, _now, closing) => [1, 2].filter((id) => id > (closing?.after ?? 0)),
      run: async (_app, _tx, id) => {
        if (isLost(id)) throw problem;
        done.push(sub);
      },
      together: part.each.together && {
        ...part.each.together,
        run: async (_app, _tx, ids) => {
          if (ids.some(isLost)) throw problem;
          return ids;
        },
      },
    },
  });
  const subJobs = new Map(
    [...appDefinition.subJobs].map(([sub, parts]) => [
      sub,
      parts.map((part): SubJobPart => ('each' in part ? fails(sub, part) : { whole: () => Promise.reject(problem) })),
    ]),
  );
  return { ...rest, appDefinition: { ...appDefinition, subJobs } };
}

test('one object of each sub-job fails: the others are done, the day waits for those of money, and what is gone is settled', async () => {
  await openSince(1);
  const done: string[] = [];
  await closeDays(sabotaged(app, done), { by: null });
  const { shown, subs } = await results();
  expect(shown.status).toBe('stopped');
  expect(shown.obstacles).toEqual([
    expect.stringContaining('Сверить платежи'),
    expect.stringContaining('вознаграждение'),
  ]);
  const parts = [...app.appDefinition.subJobs].flatMap(([sub, all]) => all.map((part) => ({ sub, part })));
  const each = parts.filter(({ part }) => 'each' in part).map(({ sub }) => sub);
  expect(done.toSorted()).toEqual(each.toSorted());
  const failed = Object.fromEntries(
    subs.map(({ sub, status, failed }: { sub: string; status: string; failed: number }) => [sub, [status, failed]]),
  );
  for (const sub of subJobCodes.slice(0, -1)) {
    expect(failed[sub], sub).toEqual(['failed', parts.filter((part) => part.sub === sub).length]);
  }
  const errors = await errorsOf();
  expect(errors.map(({ sub }) => sub).toSorted()).toEqual(parts.map(({ sub }) => sub).toSorted());
  expect(new Set(errors.map(({ cause }) => cause))).toEqual(new Set(['Нарочно']));
  const fee = errors.find(({ sub }) => sub === 'charge-fees')!;
  expect((await accountant.post(`${path}/charge-fees`, { error: fee.id })).body).toEqual({
    done: true,
    isGone: true,
    isIdle: false,
  });
  await close();
  expect((await results()).open).toBe(today());
});

test('what failed before is not tried where nobody could look for what is due', async () => {
  await openSince(1);
  const tried: number[] = [];
  let isBlind = false;
  const part: EachPart = {
    about: 'settlements',
    each: {
      operation: 'settlements.day',
      due: () => (isBlind ? Promise.reject(problem) : Promise.resolve([1])),
      run: async (_app, _tx, id) => {
        tried.push(id);
        throw problem;
      },
    },
  };
  const subJobs = new Map([...app.appDefinition.subJobs, ['mark-due', [part]] as const]);
  const again = () =>
    closeDays({ ...app, appDefinition: { ...app.appDefinition, subJobs } }, { by: null, sub: 'mark-due' });
  await again();
  isBlind = true;
  await again();
  expect(tried).toEqual([1]);
  expect(await errorsOf()).toHaveLength(2);
});

test('a leap day, and days without a single agreement, are closed like others', async () => {
  await openSince(1);
  const leap = toDay('2024-02-29');
  await scenario.run(`update business_days set day = $1 where status <> 'sealed'`, [addDays(leap, -1)]);
  const opened: string[] = [];
  for (const day of [addDays(leap, -1), leap]) {
    await sealAudit(db);
    await closeDays(app, { by: null, day });
    opened.push((await results()).open);
  }
  expect(opened).toEqual(['2024-02-29', '2024-03-01']);
  const { shown, subs } = await results(leap);
  expect(shown).toMatchObject({ status: 'sealed', entries: 0, obstacles: [] });
  expect(subs.find(({ sub }: { sub: string }) => sub === 'mark-overdue')).toMatchObject({
    status: 'done',
    processed: 0,
  });
  expect(await brokenSeal(db, 100)).toBeNull();
});

test('money that comes after midnight and before the close, and more than is owed, is booked with its own day under the seal', async () => {
  await openSince(1);
  const [late, over] = [await agree(scenario, inThree), await agree(scenario, lump(3_000_000))];
  await dueIn(late, -1);
  const { amount } = await firstRowOf(late);
  await scenario.write((tx) => receive(scenario, tx, late, amount as number));
  await scenario.write((tx) => receive(scenario, tx, over, 3_200_000));
  await close();
  expect(await firstRowOf(late)).toMatchObject({ status: 'paid', paid: amount });
  const of = `select distinct value_date::text from ledger_entries where settlement_id = any($1)`;
  expect(await scenario.run(of, [[late, over]])).toEqual([{ value_date: today() }]);
  const { shown, subs } = await results(addDays(today(), -1));
  expect(shown).toMatchObject({ status: 'sealed', obstacles: [] });
  expect(shown.entries).toBeGreaterThan(2);
  expect(subs.find(({ sub }: { sub: string }) => sub === 'mark-overdue')).toMatchObject({ changed: 0, failed: 0 });
  expect([await brokenLedger(db), await brokenSeal(db, 100)]).toEqual([[], null]);
});

test('what failed on one day and is done on the next is an error of neither', async () => {
  await openSince(2);
  const id = await agree(scenario, inThree);
  await dueIn(id, -3);
  await scenario.run(`create trigger sabotage before update on schedule_items for each row
    when (new.settlement_id = ${id}) execute function refuse_change()`);
  await closeDays(app, { by: null, day: addDays(today(), -2) });
  await scenario.run('drop trigger sabotage on schedule_items');
  expect(await errorsOf()).toContainEqual(expect.objectContaining({ sub: 'mark-overdue', attempts: 1 }));
  await close();
  expect(await firstRowOf(id)).toMatchObject({ status: 'overdue' });
  expect(await results()).toMatchObject({ open: today(), errors: [] });
});

test('what fails night after night is one error, of the last of the days, with all its attempts', async () => {
  await openSince(3);
  const id = await agree(scenario, inThree);
  await dueIn(id, -4);
  await scenario.run(`create trigger sabotage before update on schedule_items for each row
    when (new.settlement_id = ${id}) execute function refuse_change()`);
  await close();
  await scenario.run('drop trigger sabotage on schedule_items');
  const failed = (await errorsOf()).filter(({ sub }) => sub === 'mark-overdue');
  expect(failed).toMatchObject([{ day: addDays(today(), -1), attempts: 3 }]);
  const { body } = await accountant.post(`${path}/mark-overdue`, { error: failed[0]!.id });
  expect(body).toEqual({ done: true, isGone: false, isIdle: false });
  expect(await results()).toMatchObject({ errors: [], errorCount: 0 });
});

test('a close brings many agreements at once to what each comes to alone', async () => {
  await openSince(1);
  await withPenalty();
  const days = [65, 0, -2];
  const alone = new Map<number, number>();
  const together = new Map<number, number>();
  for (const day of days) {
    for (const ids of [alone, together]) ids.set(day, await lateAgreement(scenario, day));
  }
  concluded.push(...days.slice(1).flatMap((day) => [alone.get(day)!, together.get(day)!]));
  const now = new Date();
  for (const id of alone.values()) {
    await inSystemTransaction(db, 'settlements.day', (tx) => bringToMorning(app, tx, id, now));
  }
  await close();
  const of = `select s.status, s.penalty_accrued::int, s.version,
    (select jsonb_agg(jsonb_build_array(i.no, i.status, i.paid, i.amount) order by i.no) from schedule_items i where i.settlement_id = s.id) as rows,
    (select jsonb_agg(jsonb_build_array(n.about, n.channel, n.status) order by n.about) from entry_notices n where n.settlement_id = s.id) as notices,
    (select jsonb_agg(d.kind order by d.kind) from issued_documents d where d.settlement_id = s.id) as documents,
    (select jsonb_agg(jsonb_build_array(e.kind, l.account, l.side, l.amount) order by l.id)
      from ledger_entries e join ledger_lines l on l.entry_id = e.id where e.settlement_id = s.id) as entries
    from settlements s where s.id = $1`;
  const come = async (ids: Map<number, number>) =>
    Promise.all(days.map(async (day) => [day, (await scenario.run(of, [ids.get(day)]))[0]]));
  const [eachAlone, byClose] = [await come(alone), await come(together)];
  expect(byClose).toEqual(eachAlone);
  expect(byClose[0]![1]).toMatchObject({ penalty_accrued: expect.any(Number), documents: expect.any(Array) });
});

test('what was late until money came after midnight is counted to its day, though nothing is late any more', async () => {
  await openSince(2);
  await withPenalty();
  const id = await lateAgreement(scenario, 10);
  const { amount } = await firstRowOf(id);
  await scenario.write((tx) => receive(scenario, tx, id, amount as number));
  const [counted] = await scenario.run('select penalty_accrued::int as sum from settlements where id = $1', [id]);
  await close();
  const [booked] = await scenario.run('select penalty_accrued::int as sum from settlements where id = $1', [id]);
  expect(booked!['sum']).toBeGreaterThan(counted!['sum'] as number);
  expect((await scenario.debtor.get(`/api/loans/${id}`)).body.penaltyOpen).toBe(booked!['sum']);
});

test(`cut off ${kills} times in the middle, a close comes to the same end: each thing done once`, {
  timeout: 60_000 + kills * 10_000,
}, async () => {
  const ids = concluded.length > 0 ? concluded : [await agree(scenario, inThree)];
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;
  const begin = async () => {
    await openSince(1);
    const rows = `update schedule_items set status = 'planned', due_date = $2, planned_date = $2 where settlement_id = any($1) and no = 1`;
    await scenario.run(rows, [ids, addDays(today(), -1)]);
    return (await scenario.run('select max(id)::int as last from audit_log'))[0]!['last'] as number;
  };
  const isOpen = async () => (await results()).open !== today();
  await begin();
  const started = performance.now();
  await close();
  const whole = performance.now() - started;
  for (let struck = 0; struck < kills; ) {
    const last = await begin();
    for (; struck < kills && (await isOpen()); struck++) {
      const going = closeDays(app, { by: null }).catch(() => false);
      await sleep((Math.random() * whole) / 3);
      await scenario.run(cut);
      await going;
      // The connections that are gone are noticed, and whoever led has been silent for long.
      await sleep(60);
      await scenario.run(`update close_lease set seen_at = seen_at - interval '3 minutes'`);
    }
    await close();
    expect(await isOpen()).toBe(false);
    const marked = `select object_id from audit_log where id > $2 and object_type = 'schedule_items' and after ->> 'status' = 'overdue'
      and object_id in (select id from schedule_items where settlement_id = any($1) and no = 1)`;
    expect(await scenario.run(marked, [ids, last])).toHaveLength(ids.length);
    expect([await brokenLedger(db), await brokenSeal(db, 100)]).toEqual([[], null]);
  }
  const told = `select settlement_id from entry_notices where settlement_id = any($1) and about = 'overdue' group by 1 having count(*) > 1`;
  expect(await scenario.run(told, [ids])).toEqual([]);
  const sealed = await scenario.run(`select day from business_days where status = 'sealed'`);
  expect(sealed).toHaveLength(1);
});
