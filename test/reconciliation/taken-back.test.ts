import { describe, expect, test } from 'vitest';
import { addDays, type Day, moscowDay } from '#domain/values/days.ts';
import { reconcileDay } from '#server/modules/reconciliation/reconcile.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { agree, keyOf, openPaymentScenario, payFully } from '../payments/helpers/scenario.ts';
import { reconciling } from './helpers/differences.ts';

const scenario = await openPaymentScenario();
const accountant = scenario.platformAccountant;

const today = moscowDay(new Date());
const { run, queue, about, decide } = reconciling(accountant);

/** A day of the partner's statement that names a payment, each movement by its own number. */
const compare = (day: Day, key: string, movements: readonly (readonly [id: string, amount: number])[]) =>
  inSystemTransaction(scenario.testApp.app.database.db, 'reconciliation.byClock', (tx) =>
    reconcileDay(scenario.testApp.app, tx, {
      day,
      accountId: null,
      statement: {
        opening: 0,
        closing: 0,
        rows: movements.map(([id, amount]) => ({ id, kind: 'payment', key, amount, purpose: '', at: new Date() })),
      },
    }),
  );

describe('money that a payer’s bank takes back of a payment that has agreed', () => {
  const [monday, tuesday, wednesday] = [10, 11, 12].map((days) => addDays(today, days)) as [Day, Day, Day];
  const allAbout = async (paymentId: number, status: string) =>
    (await queue(status)).filter((one) => one.paymentId === paymentId);

  test('in parts on two days is two differences, also of the same sum, and each is written off', async () => {
    const paymentId = await payFully(scenario, await agree(scenario), 150_000);
    await run();
    const key = await keyOf(scenario, paymentId);
    const expense = { decision: 'expense', comment: 'Банк плательщика забрал деньги назад' };
    for (const [day, line] of [[monday, 'back-1'] as const, [tuesday, 'back-2'] as const]) {
      await compare(day, key, [[line, -40_000]]);
      const found = (await about(paymentId))!;
      expect(found).toMatchObject({ kind: 'other_sum', statementId: line, theirs: -40_000, ours: 150_000 });
      expect((await decide(found.id, expense)).status).toBe(200);
    }
    await compare(monday, key, [['back-1', -40_000]]);
    expect(await allAbout(paymentId, 'open')).toEqual([]);
    expect(await allAbout(paymentId, 'decided')).toHaveLength(2);
    const booked = `select (event ->> 'amount')::int as amount from ledger_entries where kind = 'expensed' and payment_id = $1`;
    expect(await scenario.run(booked, [paymentId])).toEqual([{ amount: 40_000 }, { amount: 40_000 }]);
    // What has left is not returned once more.
    expect((await accountant.get(`/api/payments/${paymentId}`)).body).toMatchObject({ refundable: 70_000 });
  });

  test('is no expense any more, by two, once its line is less or gone; what is more is one as well', async () => {
    const paymentId = await payFully(scenario, await agree(scenario), 150_000);
    await run();
    const key = await keyOf(scenario, paymentId);
    const day = addDays(today, 13);
    const seen = async (...lines: (readonly [id: string, amount: number])[]) => {
      await compare(day, key, lines);
      return about(paymentId);
    };
    const refundable = async () => (await accountant.get(`/api/payments/${paymentId}`)).body.refundable;
    // Its day is still to come.
    const later = async (account: string) => {
      const [row] = await scenario.run(
        'select sum(debit - credit)::float8 as sum from ledger_balances where account = $1',
        [account],
      );
      return row!['sum'] as number;
    };
    const books = async () => [await later('1010'), await later('9100'), await refundable()];
    const comment = 'Банк плательщика исправил строку';
    const expense = (id: number) => decide(id, { decision: 'expense', comment });
    const byTwo = async (id: number) => {
      expect((await expense(id)).body).toMatchObject({ waits: true, status: 'open' });
      const { items } = (await scenario.operator.get('/api/approvals?filter[status]=pending')).body;
      const decided = await scenario.operator.post(`/api/approvals/${items[0].id}/decision`, { decision: 'approve' });
      expect(decided.status, decided.text).toBe(200);
      return items[0].reason;
    };
    const [partner, expenses] = await books();
    const gone = (sum: number) => [partner! - sum, expenses! + sum, 150_000 - sum];
    const { id } = (await seen(['taken', -40_000]))!;
    // What was taken back is gone, also while nobody has looked at it.
    expect(await refundable()).toBe(110_000);
    expect((await expense(id)).status).toBe(200);
    expect(await books()).toEqual(gone(40_000));
    const words = ['ask', 'partner_error', 'explained'];
    // More was taken back than was written off, then less, then nothing at all.
    expect(await seen(['taken', -60_000])).toMatchObject({ id, bookedSum: -40_000, decisions: ['expense', ...words] });
    expect(await refundable()).toBe(90_000);
    expect(await byTwo(id)).toContain('Списать в расходы');
    expect(await books()).toEqual(gone(60_000));
    expect(await allAbout(paymentId, 'decided')).toMatchObject([{ decision: 'expense', decidedRest: -20_000 }]);
    expect(await seen(['taken', -30_000])).toMatchObject({ id, decisions: ['expense', ...words] });
    expect(await byTwo(id)).toContain('Вернуть из расходов');
    expect(await books()).toEqual(gone(30_000));
    // That is told apart from a write-off later on, too.
    expect(await allAbout(paymentId, 'decided')).toMatchObject([{ decision: 'expense', decidedRest: 30_000 }]);
    expect(await seen()).toMatchObject({ id, theirs: 0, bookedSum: -30_000, decisions: ['expense', ...words] });
    // A slip of the statement: it is there again as the books have it.
    expect(await seen(['taken', -30_000])).toBeUndefined();
    // Under another number it is the same one.
    expect(await seen(['anew', -30_000])).toMatchObject({ id, replacedLine: 'taken', decisions: words });
    expect((await decide(id, { decision: 'explained', comment })).body.status).toBe('decided');
    expect(await seen()).toMatchObject({ id, theirs: 0, decisions: ['expense', ...words] });
    await byTwo(id);
    expect(await books()).toEqual(gone(0));
    expect(await seen()).toBeUndefined();
  });

  test('on the very day on which it came leaves the payment with the line by which it has agreed', async () => {
    const paymentId = await payFully(scenario, await agree(scenario), 170_000);
    const key = await keyOf(scenario, paymentId);
    const lines = [['came-3', 170_000] as const, ['back-3', -40_000] as const];
    for (const day of [monday, tuesday, wednesday]) await compare(day, key, lines);
    expect(await scenario.run('select reconciled_line as line from payments where id = $1', [paymentId])).toEqual([
      { line: 'came-3' },
    ]);
    expect(await allAbout(paymentId, 'open')).toMatchObject([{ statementId: 'back-3', theirs: -40_000 }]);
  });

  test('is no other than what stands twice: the same payment on another day is told of, too', async () => {
    const paymentId = await payFully(scenario, await agree(scenario), 160_000);
    const key = await keyOf(scenario, paymentId);
    await compare(wednesday, key, [['came-1', 160_000]]);
    await compare(monday, key, [['came-2', 160_000]]);
    expect(await allAbout(paymentId, 'open')).toMatchObject([{ kind: 'repeated', statementId: 'came-2' }]);
    await compare(wednesday, key, [['came-1', 160_000]]);
    expect(await allAbout(paymentId, 'open')).toHaveLength(1);
  });
});
