import { expect, test } from 'vitest';
import { addDays, moscowDay } from '#domain/values/days.ts';
import type { Client } from '../helpers/client.ts';
import { lateAgreement } from '../life-events/helpers/life.ts';
import { agree, openPaymentScenario, payFully, seenSettlement } from '../payments/helpers/scenario.ts';
import { bandWithPenalty, firstDate, lump, openBargaining, publish } from './helpers/bargaining.ts';

/** What a debtor reads of a debt about which something is agreed (docs/decisions/0161). */
const scenario = await openPaymentScenario();

/** The claim of a settlement among the debts of its debtor, and on its own page. */
async function claimOf(settlementId: number) {
  const own = `/api/individuals/${scenario.debtorId}/registry-entries`;
  const { registryEntryId } = (await scenario.debtor.get(`/api/loans/${settlementId}`)).body;
  const { items } = (await scenario.debtor.get(own)).body;
  const row = items.find(({ id }: { id: number }) => id === registryEntryId);
  expect((await scenario.debtor.get(`${own}/${registryEntryId}`)).body.settlement).toEqual(row.settlement);
  return row;
}

/** The same claim as its creditor and operators see it. */
async function cardOf(reader: Client, settlementId: number) {
  const { registryEntryId } = (await scenario.debtor.get(`/api/loans/${settlementId}`)).body;
  const entry = `/api/legal-entities/${scenario.company}/registries/${scenario.registry}/entries/${registryEntryId}`;
  const { body, status } = await reader.get(entry);
  expect(status).toBe(200);
  return body;
}

test('a debt that nobody bargains about has no settlement, one that is bargained about an unsigned one', async () => {
  const free = await scenario.claim();
  const own = `/api/individuals/${scenario.debtorId}/registry-entries/${free}`;
  expect((await scenario.debtor.get(own)).body).toMatchObject({ settlement: null, totalAmount: 4_000_000 });
  const { id } = await openBargaining(scenario);
  expect((await claimOf(id)).settlement).toMatchObject({ id, status: 'negotiation', isSigned: false, left: 0 });
});

test('of a signed agreement its debts tell what is paid and what is left, until it is fulfilled', async () => {
  const id = await agree(scenario, { ...lump(3_000_000), kind: 'equal', payments: 3 });
  expect(await claimOf(id)).toMatchObject({
    totalAmount: 4_000_000,
    settlement: {
      id,
      status: 'waiting_for_payment',
      isSigned: true,
      paid: 0,
      left: 3_000_000,
      nextDueDate: firstDate,
      nextSum: 1_000_000,
      overdueSum: 0,
      owesPenalty: false,
      feeByDebtor: false,
    },
  });
  await payFully(scenario, id, 1_200_000);
  expect((await claimOf(id)).settlement).toMatchObject({ paid: 1_200_000, left: 1_800_000, nextSum: 800_000 });
  expect((await seenSettlement(scenario, id)).nextSum).toBe(800_000);
  await payFully(scenario, id, 1_800_000);
  expect((await claimOf(id)).settlement).toMatchObject({
    status: 'paid',
    paid: 3_000_000,
    left: 0,
    nextDueDate: null,
    nextSum: null,
  });
  const paid = { id, isSigned: true, paid: 3_000_000, left: 0, paidOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) };
  for (const reader of [scenario.manager, scenario.operator]) {
    expect(await cardOf(reader, id)).toMatchObject({ settled: false, settlement: { ...paid, status: 'paid' } });
  }
  await scenario.accountant.post(`/api/legal-entities/${scenario.company}/loans/${id}/fulfil`);
  expect(await claimOf(id)).toMatchObject({ settled: true, settlement: { ...paid, status: 'closed' } });
  expect(await cardOf(scenario.manager, id)).toMatchObject({
    settled: true,
    settlement: { ...paid, status: 'closed' },
  });
});

test('of an agreement whose schedule is paid and whose penalty is not, no payment is to come', async () => {
  expect((await publish(scenario, [bandWithPenalty], 0)).status).toBe(200);
  const id = await lateAgreement(scenario, 100);
  const { payOff, penaltyOpen } = await seenSettlement(scenario, id);
  expect(penaltyOpen).toBeGreaterThan(0);
  await payFully(scenario, id, payOff - penaltyOpen);
  expect((await claimOf(id)).settlement).toMatchObject({
    status: 'waiting_for_payment',
    left: 0,
    nextDueDate: null,
    overdueSum: 0,
  });
  await scenario.run('update settlements set penalty_accrued = penalty_paid + $2 where id = $1', [id, penaltyOpen]);
  expect((await claimOf(id)).settlement.owesPenalty).toBe(true);
});

test('all that is overdue is told: on the debt, in the list of agreements and on the page of one', async () => {
  const today = moscowDay(new Date());
  const id = await lateAgreement(scenario, 100);
  await scenario.run('update schedule_items set due_date = $2 where settlement_id = $1 and no = 2', [
    id,
    addDays(today, -1),
  ]);
  await payFully(scenario, id, 100_000);
  const [open] = await scenario.run(
    'select sum(amount - paid)::bigint as sum from schedule_items where settlement_id = $1 and no < 3',
    [id],
  );
  const sum = Number(open?.['sum']);
  const { settlement } = await claimOf(id);
  expect(settlement.overdueSum).toBe(sum);
  expect(settlement.nextSum).toBeLessThan(sum);
  const { items } = (await scenario.debtor.get(`/api/individuals/${scenario.debtorId}/loans`)).body;
  expect(items.find((one: { id: number }) => one.id === id)).toMatchObject({ overdueSum: sum, isLate: true });
  expect((await seenSettlement(scenario, id)).overdueSum).toBe(sum);
  // A payment that falls on this very day is not late yet.
  await scenario.run('update schedule_items set due_date = $2 where settlement_id = $1 and no < 3', [id, today]);
  expect((await claimOf(id)).settlement.overdueSum).toBe(0);
  expect((await seenSettlement(scenario, id)).overdueSum).toBe(0);
});

test('a bargaining that came to nothing leaves the debt as its creditor states it', async () => {
  const { id } = await openBargaining(scenario);
  const stop = `/api/individuals/${scenario.debtorId}/loans/${id}/stop`;
  const stopped = await scenario.debtor.post(stop, { reason: 'Передумал' });
  expect([stopped.status, stopped.body.stoppedBy]).toEqual([200, 'individual']);
  expect(await claimOf(id)).toMatchObject({ frozen: false, settlement: null });
});
