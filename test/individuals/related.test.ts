import { expect, test } from 'vitest';
import { agree, openPaymentScenario, payFully } from '../payments/helpers/scenario.ts';

/** What the card of a person leads to: lists kept to what is his. */
const scenario = await openPaymentScenario();

test('an operator finds the debts, agreements, payments and letters of one person, a creditor those with him', async () => {
  const id = await agree(scenario);
  await payFully(scenario, id, 1_000_000);
  const lists = ['/internal/questionnaires/legal-entities/registry-entries', '/api/loans', '/api/payments'] as const;
  const administrator = (await scenario.testApp.operator('administrator')).client;
  const totals = async (client: typeof administrator, paths: readonly string[], individualId: number) => {
    const answers = await Promise.all(paths.map((path) => client.get(`${path}?filter[individualId]=${individualId}`)));
    return answers.map(({ status, body }) => (status === 200 ? body.total : status));
  };
  const [debts, settlements, payments] = await totals(administrator, lists, scenario.debtorId);
  expect(debts).toBeGreaterThan(0);
  expect([settlements, payments]).toEqual([1, 1]);
  expect(await totals(administrator, lists, scenario.otherId)).toEqual([0, 0, 0]);
  expect(await totals(scenario.head, lists.slice(1), scenario.debtorId)).toEqual([1, 1]);

  const deliveries = '/internal/deliveries';
  const [row] = await scenario.run(
    `insert into deliveries (account_id, contents_sealed, channel, status, due_at)
     select account_id, 'code', 'sms', 'dropped', now() from individuals where id = $1 returning account_id`,
    [scenario.debtorId],
  );
  const all = await administrator.get(`${deliveries}?filter[accountId]=${String(row!['account_id'])}`);
  expect(all.body.total).toBeGreaterThan(0);
  expect(await totals(administrator, [deliveries], scenario.debtorId)).toEqual([all.body.total]);
});
