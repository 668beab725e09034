import { describe, expect, test } from 'vitest';
import { addDays, type Day, moscowDay } from '#domain/values/days.ts';
import { reconcileDay } from '#server/modules/reconciliation/reconcile.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { agree, balanceOf, openPaymentScenario, seenSettlement } from '../payments/helpers/scenario.ts';

const scenario = await openPaymentScenario();
const { app } = scenario.testApp;
const accountant = scenario.platformAccountant;

const today = moscowDay(new Date());
const path = '/internal/reconciliations/differences';
const decide = (id: number, body: object) => accountant.post(`${path}/${id}/decision`, body);
interface Difference {
  id: number;
  statementId: string | null;
  decisions: string[];
}
const queue = async (): Promise<Difference[]> => (await accountant.get(`${path}?filter[status]=open`)).body.items;

/** A day of the partner's statement, each movement by its own number; whose it is nobody has said. */
const compare = (day: Day, movements: readonly (readonly [id: string, amount: number])[]) =>
  inSystemTransaction(app.database.db, 'reconciliation.byClock', (tx) =>
    reconcileDay(app, tx, {
      day,
      accountId: null,
      statement: {
        opening: 0,
        closing: 0,
        rows: movements.map(([id, amount]) => ({
          id,
          kind: 'transfer',
          key: null,
          amount,
          purpose: '',
          at: new Date(),
        })),
      },
    }),
  );

describe('a line whose money is in the books, and that looks otherwise later', () => {
  const day = addDays(today, 20);
  const accounts = () => Promise.all(['1010', '2010', '2030', '9100'].map((account) => balanceOf(scenario, account)));
  const number = async () => (await seenSettlement(scenario, await agree(scenario))).number;
  const comment = 'Банк исправил сумму';

  test.each([
    ['assign', 1_000_000, 'unmatched'],
    ['unmatched', 1_000_000, 'invoice'],
    ['commission', -1_000, 'expense'],
    ['expense', -1_000, 'commission'],
  ] as const)('%s of %d kopecks is booked once: the rest is explained, and %s books nothing more', async (...named) => {
    const [decision, amount, other] = named;
    const line = `booked-${decision}`;
    const found = async () => (await queue()).find(({ statementId }) => statementId === line);
    await compare(day, [[line, amount]]);
    const { id } = (await found())!;
    const settlement = await number();
    const told = await decide(id, { decision, settlement, comment });
    expect(told.status, told.text).toBe(200);
    if (decision === 'unmatched') expect((await decide(id, { decision: 'assign', settlement })).status).toBe(200);
    const booked = await accounts();
    await compare(day, [[line, amount * 2]]);
    expect(await found()).toMatchObject({
      theirs: amount * 2,
      booked: decision === 'unmatched' ? 'assign' : decision,
      decisions: ['partner_error', 'explained'],
    });
    for (const again of [decision, other]) {
      const refused = await decide(id, { decision: again, settlement, comment });
      expect([refused.body.code, refused.body.message]).toEqual([
        'move.illegal',
        expect.stringContaining('уже учтены'),
      ]);
    }
    expect((await decide(id, { decision: 'explained', comment })).body).toMatchObject({ status: 'decided' });
    await compare(day, [[line, amount * 3]]);
    expect((await found())!.decisions).toEqual(['partner_error', 'explained']);
    expect(await accounts()).toEqual(booked);
    await decide(id, { decision: 'explained', comment });
  });
});

test('a write-off that waits for a second person is not decided of another sum', async () => {
  const day = addDays(today, 21);
  await scenario.run(`update settings set kept = kept || '{"payoutAlone": 500}'`);
  await compare(day, [['waits', -1_000]]);
  const found = async () => (await queue()).find(({ statementId }) => statementId === 'waits')!;
  const { id } = await found();
  expect((await decide(id, { decision: 'expense', comment: 'Испытание' })).body.waits).toBe(true);
  await compare(day, [['waits', -1_000]]);
  expect(await found()).toMatchObject({ waits: true });
  await compare(day, [['waits', -9_000]]);
  expect(await found()).toMatchObject({ theirs: -9_000, waits: false });
  await scenario.run(`update settings set kept = kept - 'payoutAlone'`);
  await decide(id, { decision: 'explained', comment: 'Испытание' });
});
