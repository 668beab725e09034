import { expect, test } from 'vitest';
import { moscowDay } from '#domain/values/days.ts';
import { kopecks } from '#domain/values/money.ts';
import { bookEvent } from '#server/modules/ledger/ledger.commands.ts';
import { refundSteps } from './helpers/refunds.ts';
import { agree, openPaymentScenario, payFully } from './helpers/scenario.ts';

const scenario = await openPaymentScenario();
const { card, propose, decide } = refundSteps(scenario);

test('more than is accepted is not offered, where a part was taken back and its creditor has been paid', async () => {
  await scenario.run(`insert into tariffs (name, payer, base, rate_bps, vat_mode, vat_bps, collect, valid_from)
    values ('Десятая часть', 'creditor', 'paid_amount', 1000, 'included', 2000, 'withhold', '2020-01-01')`);
  const paymentId = await payFully(scenario, await agree(scenario), 1_000_000);
  const valueDate = moscowDay(new Date());
  await scenario.write((tx) => bookEvent(tx, { kind: 'expensed', amount: kopecks(400_000) }, { valueDate, paymentId }));
  expect(await card(paymentId)).toMatchObject({ refundable: 600_000 });
  const [{ owed }] = (await scenario.run(
    `select sum(credit - debit)::int as owed from ledger_balances where account = '2010' and holder_id = $1`,
    [scenario.company],
  )) as [{ owed: number }];
  // With 600 000 comes back 60 000 of the fee, and not all 100 000.
  const out = {
    kind: 'paid_out',
    legalEntityId: scenario.company,
    payoutId: 1,
    amount: kopecks(owed - 500_000),
  } as const;
  await scenario.write((tx) => bookEvent(tx, out, { valueDate }));
  // What the platform has lost is there at the partner from elsewhere.
  await scenario.write((tx) => bookEvent(tx, { kind: 'received_unmatched', amount: kopecks(400_000) }, { valueDate }));
  expect(await card(paymentId)).toMatchObject({ refundable: 555_556 });
  expect((await propose(paymentId, 555_557)).body.fields.amount).toContain('не больше');
  expect((await propose(paymentId, 555_556)).status).toBe(200);
  expect((await decide(paymentId)).status).toBe(200);
  await expect.poll(async () => (await card(paymentId)).refunds[0]?.status).toBe('succeeded');
  expect((await card(paymentId)).refundable).toBe(0);
  await scenario.run('delete from tariffs');
});
