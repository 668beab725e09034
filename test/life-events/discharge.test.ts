import { afterEach, describe, expect, test } from 'vitest';
import { addDays, moscowDay } from '#domain/values/days.ts';
import { brokenLedger } from '#server/modules/ledger/ledger.queries.ts';
import { liveDay } from '#test/helpers/live-day.ts';
import { linesOf, openPaymentScenario, pay, seenSettlement } from '../payments/helpers/scenario.ts';
import {
  bandWithPenalty,
  creditorOf,
  debtorOf,
  headOf,
  openBargaining,
  publish,
} from '../settlements/helpers/bargaining.ts';
import { decide, forget, happen, lateAgreement } from './helpers/life.ts';

/** A debt that the law has ended does not come back to life, and what nothing else can end ends (docs/decisions/0211). */
const scenario = await openPaymentScenario();
const [debtor, manager, head] = [debtorOf(scenario), creditorOf(scenario), headOf(scenario)];
const second = (await scenario.testApp.operator('manager')).client;
const today = moscowDay(new Date());
expect((await publish(scenario, [bandWithPenalty], 0)).status).toBe(200);

const list = `/api/individuals/${scenario.debtorId}/life-events`;
const keep = (days = 0) => liveDay(scenario.testApp.app, new Date(`${addDays(today, days)}T09:00:00Z`));
const entryOf = async (id: number): Promise<number> =>
  (await scenario.run('select registry_entry_id as entry from settlements where id = $1', [id]))[0]!['entry'] as number;
const isWithdrawn = async (entry: number): Promise<boolean> =>
  (await scenario.run('select withdrawn_at is not null as gone from registry_entries where id = $1', [entry]))[0]![
    'gone'
  ] as boolean;
const titlesOf = async ({ client }: { client: typeof debtor.client }): Promise<string[]> =>
  (await client.get('/api/notifications')).body.items.map(({ title }: { title: string }) => title);
const endOf = async (body: object) => {
  const [{ id }] = (await second.get(list)).body.items;
  return second.post(`${list.replace('/api', '/internal')}/${id}/end`, { reason: 'Определение о завершении', ...body });
};
const withdraw = async (entry: number, { client } = head) => {
  const [{ version }] = (await scenario.run('select version from registry_entries where id = $1', [entry])) as [
    { version: number },
  ];
  const path = `${manager.base}/registries/${scenario.registry}/entries/${entry}/withdraw`;
  return client.post(path, { version, reason: 'Требование к наследнику' });
};

afterEach(async () => {
  await forget(scenario);
  expect(await brokenLedger(scenario.testApp.app.database.db)).toEqual([]);
});

describe('a bankruptcy', () => {
  test('that frees its debtor ends what is agreed, bargained about or only claimed, and leaves what it names', async () => {
    const freed = await lateAgreement(scenario, 17);
    const left = await lateAgreement(scenario, 3);
    const { id: bargained } = await openBargaining(scenario);
    const claim = await scenario.claim();
    await keep();
    await happen(scenario, second, 'bankruptcy', addDays(today, -10));
    const unsaid = await endOf({});
    expect([unsaid.status, unsaid.body.fields]).toEqual([400, { outcome: expect.stringContaining('Выберите') }]);
    const kept = await entryOf(left);
    const [{ id: event }] = (await second.get(list)).body.items;
    const claims = (await second.get(`${list.replace('/api', '/internal')}/${event}/claims`)).body.items;
    expect(claims.map(({ id }: { id: number }) => id)).toEqual(expect.arrayContaining([kept, claim]));
    expect((await endOf({ outcome: 'discharged', keptClaims: [kept] })).status).toBe(200);
    const [{ reason }] = (await second.get('/api/approvals?filter[status]=pending')).body.items;
    expect(reason).toMatch(/освобождён от долгов.*Прекращаются: .*договор №.*Остаются: .*договор №/);
    const decided = await decide(scenario.operator, 'lifeEvent.end');
    expect(decided.status, decided.text).toBe(200);

    expect(await seenSettlement(scenario, freed)).toMatchObject({ status: 'closed', closeReason: 'cancelled' });
    expect(await seenSettlement(scenario, bargained)).toMatchObject({ status: 'closed', closeReason: 'cancelled' });
    expect(await seenSettlement(scenario, left)).toMatchObject({ status: 'waiting_for_payment' });
    expect(await Promise.all([await entryOf(freed), claim, kept].map(isWithdrawn))).toEqual([true, true, false]);
    const lines = (await linesOf(scenario, freed)).filter((line) => line.startsWith('cancelled'));
    expect(lines).toEqual([
      'cancelled M10 credit 3500000',
      'cancelled M20 credit 500000',
      'cancelled M99 debit 4000000',
    ]);
    const debt = (await debtor.client.get(`/api/loans/${freed}/debt?on=${today}`)).body;
    expect(debt).toMatchObject({ principal: 0, interest: 0, penalty: 0, overdue: 0, rows: [] });
    for (const side of [debtor, manager]) {
      expect((await titlesOf(side)).some((title) => title.includes('Платить по соглашению больше не нужно'))).toBe(
        true,
      );
    }
    // It is no gift of the creditor (НК РФ, ст. 217, п. 62 [K]).
    const forgiven = (await scenario.head.get(`/api/forgiven-sums?filter[legalEntityId]=${scenario.company}`)).body;
    expect(forgiven.items).toEqual([]);
    const [over] = (await second.get(list)).body.items;
    expect(over).toMatchObject({ status: 'over', outcome: 'discharged' });
    // A creditor who may read why it has ended learns of no other debt by that.
    expect(over.reason).not.toContain('договор №');
    await keep(30);
    expect(await seenSettlement(scenario, freed)).toMatchObject({ status: 'closed', penaltyOpen: 0, moves: [] });
  });

  test('ends what two persons have read, and nothing where the debts have changed since', async () => {
    const claim = await scenario.claim();
    await happen(scenario, second, 'bankruptcy', addDays(today, -10));
    await endOf({ outcome: 'discharged' });
    const later = await scenario.claim();
    const refused = await decide(scenario.operator, 'lifeEvent.end');
    expect([refused.status, refused.body.code]).toEqual([409, 'move.illegal']);
    expect(refused.body.message).toContain('Список долгов заёмщика изменился');
    expect(await Promise.all([claim, later].map(isWithdrawn))).toEqual([false, false]);
    expect((await second.get(list)).body.items[0]).toMatchObject({ status: 'in_force' });
    await decide(scenario.operator, 'lifeEvent.end', 'reject');
    expect((await endOf({ outcome: 'discharged', keptClaims: [later] })).status).toBe(200);
    expect((await decide(scenario.operator, 'lifeEvent.end')).status).toBe(200);
    expect(await Promise.all([claim, later].map(isWithdrawn))).toEqual([true, false]);
  });

  test('that was closed without freeing anybody leaves the debts as they are', async () => {
    const id = await lateAgreement(scenario, 3);
    await happen(scenario, second, 'bankruptcy_out_of_court', addDays(today, -2));
    const named = await endOf({ outcome: 'goes_on', keptClaims: [await entryOf(id)] });
    expect(named.body.fields).toHaveProperty('keptClaims');
    expect((await endOf({ outcome: 'goes_on' })).status).toBe(200);
    await decide(scenario.operator, 'lifeEvent.end');
    expect(await seenSettlement(scenario, id)).toMatchObject({ status: 'waiting_for_payment' });
    expect(await isWithdrawn(await entryOf(id))).toBe(false);
  });
});

// 377-ФЗ, ст. 2 [K]: what a credit contract obliges to ends; other debts pass to heirs (docs/decisions/0130).
test('a death in service ends a loan as it is confirmed, and no other debt', async () => {
  const loan = await lateAgreement(scenario, 3);
  const other = await lateAgreement(scenario, 3, undefined, { contractKind: 'utilities' });
  await happen(scenario, second, 'service_death', addDays(today, -2));
  expect(await seenSettlement(scenario, loan)).toMatchObject({ status: 'closed', closeReason: 'cancelled' });
  expect(await isWithdrawn(await entryOf(loan))).toBe(true);
  expect(await seenSettlement(scenario, other)).toMatchObject({ status: 'waiting_for_payment' });
  expect((await titlesOf(manager)).some((title) => title.includes('Платить по соглашению больше не нужно'))).toBe(true);
  // What is left the creditor gives to the heirs: he withdraws it, and the agreement ends with it.
  const entry = await entryOf(other);
  const given = await withdraw(entry);
  expect(given.status, given.text).toBe(200);
  expect(await seenSettlement(scenario, other)).toMatchObject({ status: 'closed', closeReason: 'claim_withdrawn' });
});

test('a loan that stood still by a disability in service from before ends by the clock, and no other debt', async () => {
  const loan = await lateAgreement(scenario, 3);
  const other = await lateAgreement(scenario, 3, undefined, { contractKind: 'utilities' });
  await scenario.run(
    `insert into life_events (individual_id, kind, since, status, side, entered_by)
     values ($1, 'service_disability', $2, 'in_force', 'operator', (select min(id) from accounts))`,
    [scenario.debtorId, addDays(today, -2)],
  );
  await keep();
  expect(await seenSettlement(scenario, loan)).toMatchObject({ status: 'closed', closeReason: 'cancelled' });
  expect(await isWithdrawn(await entryOf(loan))).toBe(true);
  expect(await seenSettlement(scenario, other)).toMatchObject({ status: 'waiting_for_payment' });
});

describe('what is agreed about a claim', () => {
  const frozen = [409, 'entry.frozen'];

  test.each(['bankruptcy', 'bankruptcy_out_of_court', 'incapacity'])(
    'keeps it from being withdrawn by anybody, as before, also after %s: the agreement lives on',
    async (kind) => {
      const id = await lateAgreement(scenario, 3);
      await happen(scenario, second, kind, addDays(today, -1));
      const refused = await withdraw(await entryOf(id));
      expect([refused.status, refused.body.code]).toEqual(frozen);
      expect(await seenSettlement(scenario, id)).toMatchObject({ status: 'waiting_for_payment' });
    },
  );

  test('ends with it after a death, by whoever may end it for a breach, which forgives nothing', async () => {
    const id = await lateAgreement(scenario, 3);
    const entry = await entryOf(id);
    const alive = await withdraw(entry);
    expect([alive.status, alive.body.code]).toEqual(frozen);
    await happen(scenario, second, 'death', addDays(today, -1));
    expect((await pay(scenario, id, 100_000)).status).toBe(409);
    const byClerk = await withdraw(entry, manager);
    expect([byClerk.status, byClerk.body.code]).toEqual(frozen);
    const unnamed = await scenario.testApp.employee({ legalEntityId: scenario.company, role: 'head', power: null });
    const unsigned = await withdraw(entry, { ...head, client: unnamed.client });
    expect([unsigned.status, unsigned.body.code]).toEqual([403, 'authority.needed']);
    expect(await seenSettlement(scenario, id)).toMatchObject({ status: 'waiting_for_payment' });
    const given = await withdraw(entry);
    expect(given.status, given.text).toBe(200);
    expect(await seenSettlement(scenario, id)).toMatchObject({ status: 'closed', closeReason: 'claim_withdrawn' });
    const debt = (await debtor.client.get(`/api/loans/${id}/debt?on=${today}`)).body;
    expect(debt).toMatchObject({ principal: 0, penalty: 0, rows: [] });
    const { number } = await seenSettlement(scenario, id);
    const said = (await manager.client.get('/api/notifications')).body.items.filter(({ title }: { title: string }) =>
      title.startsWith(number),
    );
    expect(said.map(({ title }: { title: string }) => title)).toContain(`${number}. Соглашение прекращено`);
    const words = JSON.stringify(said);
    expect(words).toContain('Кредитор отозвал требование. Сам отзыв ничего не прощает');
    expect(words).not.toContain('больше не нужно');
  });
});
