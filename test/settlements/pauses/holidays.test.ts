import { afterEach, describe, expect, test } from 'vitest';
import { addDays, addMonths, moscowDay } from '#domain/values/days.ts';
import { brokenLedger } from '#server/modules/ledger/ledger.queries.ts';
import { decide, forget, happen, lateAgreement, openService } from '../../life-events/helpers/life.ts';
import { openPaymentScenario, seenSettlement } from '../../payments/helpers/scenario.ts';
import { resetLimits } from '../../security/helpers/limits.ts';
import { propose } from '../helpers/addenda.ts';
import { bandWithPenalty, creditorOf, debtorOf, publish } from '../helpers/bargaining.ts';
import { pauseSteps } from '../helpers/pauses.ts';

/** Holidays that are a right (docs/decisions/0101). */
const scenario = await openPaymentScenario();
const [debtor, manager] = [debtorOf(scenario), creditorOf(scenario)];
const second = (await scenario.testApp.operator('manager')).client;
const today = moscowDay(new Date());
expect((await publish(scenario, [bandWithPenalty], 0)).status).toBe(200);
await openService(scenario);
afterEach(async () => {
  await forget(scenario);
  await resetLimits(scenario.testApp);
});

const { tick, accrued, take, addenda, plannedRow } = pauseSteps(scenario);
const drop = { ground: 'income', incomeBefore: 10_000_000, incomePrevious: 4_000_000, incomeNow: 10_000_000 };

describe('holidays', () => {
  test('are taken without the creditor: the schedule moves, no penalty runs, an addendum is issued, he is told', async () => {
    const id = await lateAgreement(scenario, 17);
    await plannedRow(id);
    const taken = await take(id, { ...drop, months: 3 });
    expect(taken.status, taken.text).toBe(200);
    const until = addDays(addMonths(today, 3), -1);
    expect(taken.body.life[0]).toMatchObject({ kind: 'holidays', status: 'in_force', since: today, until, months: 3 });
    expect(taken.body.moves).not.toContain('takeHolidays');
    expect(taken.body.nextDueDate > until).toBe(true);
    expect(taken.body.replaced).toHaveLength(3);
    expect(await addenda(id)).toEqual([{ count: 1 }]);
    const before = await accrued(id);
    await tick(30);
    expect(await accrued(id)).toBe(before);
    const seen = (await manager.client.get(`/api/loans/${id}`)).body;
    expect(seen.life[0]).toMatchObject({ kind: 'holidays', hasProof: true });
    expect(seen.moves).toContain('objectHolidays');
    const news = (await manager.client.get('/api/notifications')).body.items;
    expect(news.some(({ title }: { title: string }) => title.includes('Кредитные каникулы по'))).toBe(true);
    expect(await brokenLedger(scenario.testApp.app.database.db)).toEqual([]);
  });

  test('are refused at the field that stands in the way', async () => {
    const id = await lateAgreement(scenario, 1);
    const fieldsOf = async (form: object) => (await take(id, form)).body.fields;
    expect(await fieldsOf({ ...drop, incomeNow: 10_000_001, months: 3 })).toEqual({
      incomeNow: 'Средний доход за два месяца должен снизиться на 30\u00A0% или больше',
    });
    expect((await take(id, { ...drop, months: 7 })).status).toBe(400);
    await scenario.run(
      `update registry_entries set stage = 'enforcement' where id = (select registry_entry_id from settlements where id = $1)`,
      [id],
    );
    expect(await fieldsOf({ ...drop, months: 3 })).toEqual({
      ground: expect.stringContaining('решение суда уже исполняют приставы'),
    });
    // Once the debtor has denied that, nobody but the writ takes his holidays.
    await scenario.run(
      'update registry_entries set no_bailiffs_at = now() where id = (select registry_entry_id from settlements where id = $1)',
      [id],
    );
    expect((await take(id, { ...drop, incomeNow: 10_000_001, months: 3 })).body.fields).toHaveProperty('incomeNow');
    expect((await seenSettlement(scenario, id)).life).toEqual([]);
  });

  test('are taken once per ground, and not in a bankruptcy', async () => {
    const id = await lateAgreement(scenario, 1);
    await take(id, { ground: 'emergency', months: 1 });
    expect((await take(id, { ...drop, months: 1 })).body.fields.ground).toContain('Каникулы уже идут');
    await scenario.run(`update life_events set since = since - 100, until = since - 50 where settlement_id = $1`, [id]);
    expect((await take(id, { ground: 'emergency', months: 1 })).body.fields).toEqual({
      ground: 'По этому основанию каникулы уже были',
    });
    await happen(scenario, second, 'bankruptcy', today);
    const refused = await take(id, { ...drop, months: 1 });
    expect([refused.status, refused.body.code]).toEqual([409, 'move.illegal']);
  });

  test('stand although the creditor objects, until two operators end them', async () => {
    const id = await lateAgreement(scenario, 1);
    await take(id, { ground: 'service', since: today });
    const path = `${manager.base}/loans/${id}/holidays/objection`;
    const another = await manager.client.post(path, { ground: 'income', reason: 'Доход у него прежний, мы проверили' });
    expect(another.body.fields).toEqual({ ground: 'Эти каникулы взяты по другому основанию' });
    const objected = await manager.client.post(path, { ground: 'service', reason: 'Заёмщик работает в нашем городе' });
    expect(objected.status, objected.text).toBe(200);
    expect(objected.body.life[0]).toMatchObject({ status: 'in_force', objectedAt: expect.any(String) });
    const asked = async () =>
      (await second.get('/api/notifications')).body.items.filter(({ title }: { title: string }) =>
        title.includes('возразил против'),
      );
    expect(await asked()).toMatchObject([{ about: expect.stringMatching(/\S/) }]);
    expect(objected.body.moves).not.toContain('objectHolidays');
    expect((await manager.client.post(path, { ground: 'service', reason: 'Ещё раз о том же самом' })).status).toBe(409);
    const end = `/internal/individuals/${scenario.debtorId}/life-events/${objected.body.life[0].id}/end`;
    await second.post(end, { reason: 'Справка поддельная', outcome: 'goes_on' });
    expect(await asked()).toEqual([]);
    await decide(scenario.operator, 'lifeEvent.end');
    expect((await seenSettlement(scenario, id)).life[0]).toMatchObject({ status: 'over', until: today });
    await scenario.run(
      `update life_events set since = since - 10, until = until - 1 where settlement_id = $1 and ground = 'service'`,
      [id],
    );
    const again = await take(id, { ground: 'service', since: today });
    expect(again.body.fields).toEqual({ ground: expect.stringContaining('по возражению кредитора') });
    // Two operators open it again, as for a service that has begun since.
    const list = `/api/individuals/${scenario.debtorId}/life-events`;
    const [closed] = (await second.get(list)).body.items;
    expect(closed.moves).toEqual(['reopen']);
    const reopening = `${list.replace('/api', '/internal')}/${closed.id}/reopening`;
    expect((await second.post(reopening, { reason: 'Повестка настоящая' })).status).toBe(200);
    expect((await decide(second, 'lifeEvent.reopen')).body.code).toBe('approval.own');
    expect((await decide(scenario.operator, 'lifeEvent.reopen')).status).toBe(200);
    expect((await second.post(reopening, { reason: 'Ещё раз' })).status).toBe(409);
    const titles = (await debtor.client.get('/api/notifications')).body.items.map(
      ({ title }: { title: string }) => title,
    );
    expect(titles.some((title: string) => title.includes('снова можно взять'))).toBe(true);
    expect((await take(id, { ground: 'service', since: today })).status).toBe(200);
  });
});

test('holidays that ended with their agreement were denied by nobody, though their creditor had objected', async () => {
  const id = await lateAgreement(scenario, 1);
  await take(id, { ground: 'service', since: today });
  const objection = { ground: 'service', reason: 'Заёмщик работает в нашем городе' };
  expect((await manager.client.post(`${manager.base}/loans/${id}/holidays/objection`, objection)).status).toBe(200);
  await scenario.run(
    `update life_events set status = 'over', since = since - 100, until = since - 50 where settlement_id = $1`,
    [id],
  );
  const again = await take(id, { ground: 'service', since: today });
  expect(again.status, again.text).toBe(200);
});

test('a bankruptcy ends what is proposed, and it is nobody’s turn to answer it', async () => {
  const id = await lateAgreement(scenario, 1);
  const plan = { kind: 'equal', amount: 3_500_000, payments: 2, firstDate: addMonths(today, 1), downPayment: 0 };
  expect((await propose(scenario, debtor, id, plan)).body.turn).toBe('creditor');
  await happen(scenario, second, 'bankruptcy', today);
  expect(await scenario.run('select turn from settlements where id = $1', [id])).toEqual([{ turn: null }]);
});
