import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, moscowDay } from '#domain/values/days.ts';
import { dueRequests } from '#server/modules/requests/deadlines.commands.ts';
import { runDeadlines } from '#server/platform/state/deadlines.ts';
import { KNOWN_CALENDAR } from '#test/helpers/known-calendar.ts';
import { debtorOf, lump, offer, openBargaining } from '../helpers/bargaining.ts';
import { makeScenario, type Scenario } from '../helpers/scenario.ts';

let scenario: Scenario;
beforeAll(async () => {
  scenario = await makeScenario();
});
afterAll(() => scenario.testApp.stop());

const tick = (now?: Date) => runDeadlines(scenario.testApp.app, now);
const seen = async (id: number) => (await scenario.debtor.get(`/api/loans/${id}`)).body;
const news = async (client = scenario.debtor): Promise<string[]> =>
  (await client.get('/api/notifications?limit=100')).body.items.map(({ title }: { title: string }) => title);
const request = async (id: number) =>
  (await scenario.debtor.get(`/api/individuals/${scenario.debtorId}/questionnaires/${id}`)).body;
const times = (titles: string[], part: string): number => titles.filter((title) => title.includes(part)).length;

async function pastTriggers(sql: string, values: unknown[]): Promise<void> {
  await scenario.run('alter table terms_offers disable trigger immutable');
  await scenario.run(sql, values);
  await scenario.run('alter table terms_offers enable trigger immutable');
}
/** Moves the last word of a bargaining so many days into the past. */
const silentFor = (id: number, days: number) =>
  scenario.run(
    `update settlements set created_at = now() - make_interval(days => $2), last_offer_at = now() - make_interval(days => $2)
     where id = $1`,
    [id, days],
  );

test('an offer whose time is over ends by itself, once, and both are told', async () => {
  const { id } = await openBargaining(scenario);
  await offer(scenario, debtorOf(scenario), id, lump(2_000_000));
  await pastTriggers(`update terms_offers set expires_at = now() - interval '1 second' where settlement_id = $1`, [id]);
  await Promise.all([tick(), tick()]);
  const [row] = await scenario.run('select status from terms_offers where settlement_id = $1', [id]);
  expect(row).toEqual({ status: 'expired' });
  const { number, turn } = await seen(id);
  expect(turn).toBe('individual');
  expect(times(await news(), `Срок предложения по ${number} истёк`)).toBe(1);
  expect(times(await news(scenario.manager), `Срок предложения по ${number} истёк`)).toBe(1);
});

/** How many times something was told, whether it is settled by now or not. */
const givenBy = async (start: string): Promise<number> =>
  (await scenario.run('select distinct title from notifications where title like $1', [`${start}%`])).length;

describe('a bargaining without offers', () => {
  test('is warned of a week and a day before its end, each once, and then closed', async () => {
    const { id, request: asked } = await openBargaining(scenario);
    const { number } = await seen(id);
    const warnings = () => givenBy(`Торги по ${number} закроются`);
    await silentFor(id, 22);
    await tick();
    expect(await warnings()).toBe(0);
    await silentFor(id, 23);
    await tick();
    await tick();
    expect(await warnings()).toBe(1);
    // A day on which nobody looked is made up for.
    await silentFor(id, 29);
    await tick();
    await tick();
    expect(await warnings()).toBe(2);
    // Of the two he reads the last, and neither once the bargaining is over.
    expect(times(await news(), `Торги по ${number} закроются`)).toBe(1);
    await silentFor(id, 30);
    await tick();
    expect(await seen(id)).toMatchObject({
      status: 'closed',
      closeReason: 'expired',
      closedAt: expect.any(String),
    });
    expect(await request(asked.id)).toMatchObject({ status: 'closed', closeReason: 'expired' });
    expect((await scenario.requestOf(asked.registryEntryId)).status).toBe(201);
  });

  test('begins anew with an offer, and is not closed while one lies on the table', async () => {
    const { id } = await openBargaining(scenario);
    await silentFor(id, 25);
    await tick();
    await offer(scenario, debtorOf(scenario), id, lump(2_000_000));
    const [row] = await scenario.run('select silence_warned as warned from settlements where id = $1', [id]);
    expect(row).toEqual({ warned: null });
    await silentFor(id, 40);
    await tick();
    expect((await seen(id)).status).toBe('negotiation');
  });
});

test('a bargaining whose long offer has ended has its thirty days from there, and a late warning names the days that are left', async () => {
  const { id } = await openBargaining(scenario);
  await offer(scenario, debtorOf(scenario), id, lump(2_000_000));
  await silentFor(id, 40);
  await pastTriggers(`update terms_offers set expires_at = now() - interval '1 second' where settlement_id = $1`, [id]);
  await tick();
  await tick();
  const { status, number } = await seen(id);
  expect(status).toBe('negotiation');
  expect(await givenBy(`Торги по ${number} закроются`)).toBe(0);
  await silentFor(id, 27);
  await tick();
  expect(await news()).toContain(`Торги по ${number} закроются через 3 дня`);
});

describe('a request that the creditor does not answer', () => {
  const today = moscowDay(new Date());
  const pending = async () => (await scenario.requestOf(await scenario.claim())).body;
  const answerBy = (id: number, day: string) =>
    scenario.run('update requests set answer_by = $2 where id = $1', [id, day]);

  test('is reminded of twice, then looks for its creditor again; the claim is free', async () => {
    const { id, number, registryEntryId } = await pending();
    const reminders = () => givenBy(`Заявка ${number} ждёт ответа`);
    const open = async () => times(await news(scenario.manager), `Заявка ${number} ждёт ответа`);
    await answerBy(id, KNOWN_CALENDAR.addWorkingDays(today, 3));
    await tick();
    expect(await reminders()).toBe(0);
    await answerBy(id, KNOWN_CALENDAR.addWorkingDays(today, 2));
    await tick();
    await tick();
    expect(await reminders()).toBe(1);
    await answerBy(id, KNOWN_CALENDAR.addWorkingDays(today, 1));
    await tick();
    await tick();
    expect([await reminders(), await open()]).toEqual([2, 1]);
    await answerBy(id, addDays(today, -1));
    await tick();
    expect(await open()).toBe(0);
    expect(await request(id)).toMatchObject({ status: 'search', legalEntityId: null, registryEntryId: null });
    expect(await news()).toContain(`Кредитор не ответил по заявке ${number}: ищем дальше`);
    const [row] = await scenario.run('select frozen_at as frozen from registry_entries where id = $1', [
      registryEntryId,
    ]);
    expect(row).toEqual({ frozen: null });
  });

  test('takes no place of others once all has been said of it', async () => {
    const { id } = await pending();
    await answerBy(id, KNOWN_CALENDAR.addWorkingDays(today, 1));
    const { db } = scenario.testApp.app.database;
    const isDue = async () => (await dueRequests(db, new Date(`${today}T09:00:00Z`))).includes(id);
    expect(await isDue()).toBe(true);
    await scenario.run('update requests set answer_reminders = 1 where id = $1', [id]);
    expect(await isDue()).toBe(true);
    const others = `generate_series(1, 200) n cross join requests q where q.id = $1`;
    await scenario.run(
      `insert into requests (started_by, individual_id, creditor_inn, contract_number, status, answer_by, answer_reminders, legal_entity_id)
       select q.started_by, q.individual_id, q.creditor_inn, 'ждёт ' || n, 'pending', q.answer_by - 1, 2, q.legal_entity_id from ${others}`,
      [id],
    );
    expect(await isDue()).toBe(true);
    const chats = `select id from chats where request_id in (select id from requests where contract_number like 'ждёт %')`;
    await scenario.run(`delete from chat_messages where chat_id in (${chats})`);
    await scenario.run(`delete from chats where id in (${chats})`);
    await scenario.run(`delete from requests where contract_number like 'ждёт %'`);
  });

  test('may still be answered on its last day', async () => {
    const { id } = await pending();
    await answerBy(id, today);
    await tick();
    expect((await request(id)).status).toBe('pending');
  });
});

test('one settlement that fails stops no other', async () => {
  const broken = await openBargaining(scenario);
  const whole = await openBargaining(scenario);
  await silentFor(broken.id, 30);
  await silentFor(whole.id, 30);
  await scenario.run('update requests set archived_at = now() where id = $1', [broken.request.id]);
  await tick();
  expect((await seen(broken.id)).status).toBe('negotiation');
  expect((await seen(whole.id)).status).toBe('closed');
});
