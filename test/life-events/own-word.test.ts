import { afterEach, expect, test } from 'vitest';
import { addDays, moscowDay } from '#domain/values/days.ts';
import { liveDay } from '#test/helpers/live-day.ts';
import type { Client, Reply } from '../helpers/client.ts';
import { openPaymentScenario, payFully, seenSettlement } from '../payments/helpers/scenario.ts';
import { bandWithPenalty, creditorOf, debtorOf, headOf, publish } from '../settlements/helpers/bargaining.ts';
import { decide, forget, lateAgreement, sendPaper } from './helpers/life.ts';

/** What a debtor tells of himself, and what his mere word stops until operators have looked (docs/decisions/0108). */
const scenario = await openPaymentScenario();
const [debtor, manager, head] = [debtorOf(scenario), creditorOf(scenario), headOf(scenario)];
const second = (await scenario.testApp.operator('manager')).client;
const today = moscowDay(new Date());
expect((await publish(scenario, [bandWithPenalty], 0)).status).toBe(200);
afterEach(() => forget(scenario));

const own = `${debtor.base}/life-events`;
const tell = (kind: string, since = today): Promise<Reply> => sendPaper(debtor.client, own, { kind, since });
const tick = (days: number) => liveDay(scenario.testApp.app, new Date(`${addDays(today, days)}T09:00:00Z`));
const notices = async (id: number) =>
  (await scenario.run(`select id from issued_documents where settlement_id = $1 and kind = 'breach_notice'`, [id]))
    .length;
const newest = async (client: typeof debtor.client) => (await client.get('/api/notifications')).body.items[0];
/** Refuses the newest word of his as an operator does. */
async function refuse(reason?: string): Promise<Reply> {
  const { items } = (await second.get('/api/approvals?filter[status]=pending')).body;
  const { id } = items.find(({ kind }: { kind: string }) => kind === 'lifeEvent.confirm');
  return second.post(`/api/approvals/${id}/decision`, { decision: 'reject', reason });
}
/** So late that the clock warns of a breach the same day. */
async function veryLate(): Promise<number> {
  const id = await lateAgreement(scenario, 100);
  await scenario.run('update settlements set consumer = false where id = $1', [id]);
  return id;
}

test('a debtor tells of his bankruptcy with a document, and one operator confirms it', async () => {
  const id = await veryLate();
  const told = await tell('bankruptcy', addDays(today, -3));
  expect(told.status, told.text).toBe(200);
  expect(told.body.items[0]).toMatchObject({
    status: 'waiting',
    side: 'individual',
    hasProof: true,
    stated: {
      until: addDays(today, 13),
      stops: ['Звонки и встречи', 'Письма и напоминания кредитора', 'Расторжение соглашения за нарушение'],
    },
  });
  expect((await tell('service')).body.code).toBe('move.illegal');
  // Operators have as long to look as his word lasts.
  const [{ expiresAt }] = (await second.get('/api/approvals?filter[status]=pending')).body.items;
  expect(moscowDay(new Date(expiresAt))).toBe(addDays(today, 14));
  // The clock warns of nothing; the creditor ends nothing and does not learn what it is.
  await tick(0);
  expect(await notices(id)).toBe(0);
  const ended = await head.client.post(`${head.base}/loans/${id}/breach`, { reason: 'Не платит сто дней' });
  expect([ended.status, ended.body.code]).toEqual([409, 'move.illegal']);
  expect(ended.body.message).toContain('Оператор проверяет обстоятельство заёмщика');
  expect((await manager.client.get(`/api/loans/${id}`)).body.life).toEqual([]);
  const news = await newest(manager.client);
  expect(`${news.title} ${news.detail}`).toContain('расторжение соглашения за нарушение');
  expect(`${news.title} ${news.detail}`).not.toMatch(/банкрот/i);
  // Money goes on until the event is known to be one.
  const seen = await seenSettlement(scenario, id);
  expect(seen.penaltyOpen).toBeGreaterThan(0);
  await payFully(scenario, id, 100_000);
  const decided = await decide(second, 'lifeEvent.confirm');
  expect(decided.status, decided.text).toBe(200);
  expect((await seenSettlement(scenario, id)).life[0]).toMatchObject({ status: 'in_force', stated: null });
  expect((await manager.client.get(`/api/loans/${id}`)).body.life[0]).toMatchObject({ kind: 'bankruptcy' });
  const titles = (await debtor.client.get('/api/notifications')).body.items.map(
    ({ title }: { title: string }) => title,
  );
  expect(titles).toContain('Оператор подтвердил то, что вы сообщили');
});

test('what operators refuse is refused with a reason that he reads, and the next word stops nothing', async () => {
  const id = await veryLate();
  await tell('service');
  expect((await refuse()).body.fields).toEqual({ reason: 'Назовите причину: её прочитает заёмщик' });
  const refused = await refuse('На фото не видно даты');
  expect(refused.status, refused.text).toBe(200);
  const [event] = (await debtor.client.get(own)).body.items;
  expect(event).toMatchObject({ status: 'refused', reason: 'На фото не видно даты', stated: null });
  expect(await newest(debtor.client)).toMatchObject({
    title: 'Оператор не подтвердил то, что вы сообщили',
    detail: 'На фото не видно даты',
  });
  const again = await tell('service');
  expect(again.body.items[0]).toMatchObject({ status: 'waiting', stated: null });
  await tick(0);
  expect(await notices(id)).toBe(1);
  await decide(second, 'lifeEvent.confirm');
  expect((await seenSettlement(scenario, id)).life[0]).toMatchObject({ kind: 'service', status: 'in_force' });
});

test('his word stops things for fourteen days at most', async () => {
  const id = await veryLate();
  await tell('bankruptcy_out_of_court');
  await tick(13);
  expect(await notices(id)).toBe(0);
  await tick(45);
  expect(await notices(id)).toBe(1);
});

test('a death, an incapacity and what has not happened yet he does not tell', async () => {
  expect((await tell('death')).status).toBe(400);
  expect((await tell('bankruptcy', addDays(today, 1))).body.fields).toEqual({ since: 'Событие ещё не наступило' });
});

test('a debtor tells of his disability only after he has consented to that, by a document of its own', async () => {
  const { items } = (await debtor.client.get('/api/auth/consents')).body;
  const { id } = items.find(
    (one: { kind: string; revokedAt: unknown }) => one.kind === 'health-data' && !one.revokedAt,
  );
  await debtor.client.post(`/api/auth/consents/${id}/withdraw`);
  const refused = await tell('service_disability');
  expect([refused.status, refused.body.code]).toEqual([409, 'consent.needed']);
  const { offered } = (await debtor.client.get('/api/auth/consents')).body;
  const { documentId, body } = offered.find(({ kind }: { kind: string }) => kind === 'health-data');
  expect(body).toContain('О подтверждённой инвалидности из-за военной службы узнают все кредиторы');
  await debtor.client.post('/api/auth/consents', { documentId });
  expect((await tell('service_disability')).status).toBe(200);
});

// docs/decisions/0164
test('a disability is checked on after the consent is taken back, its paper open to operators until it is decided', async () => {
  // What other tests have left waiting keeps operators from being asked about this one.
  await scenario.run(`update approvals set expires_at = now() where status = 'pending'`);
  const told = await tell('service_disability');
  expect(told.status, told.text).toBe(200);
  const event = told.body.items[0].id;
  const proof = async (who: Client) => (await who.get(`/api/life-events/${event}/proof`)).status;
  const seen = async (who: Client) =>
    (await who.get(`/api/individuals/${scenario.debtorId}/life-events`)).body.items.find(
      ({ id }: { id: number }) => id === event,
    );
  const { items } = (await debtor.client.get('/api/auth/consents')).body;
  const held = items.find((one: { kind: string; revokedAt: unknown }) => one.kind === 'health-data' && !one.revokedAt);
  expect(held.withdrawal.effect).toContain('оператор проверит и после отзыва');
  await debtor.client.post(`/api/auth/consents/${held.id}/withdraw`);
  expect((await seen(scenario.operator)).status).toBe('waiting');
  expect(await proof(scenario.operator)).toBe(200);
  expect((await refuse('В справке не та группа')).status).toBe(200);
  expect([await proof(scenario.operator), await proof(debtor.client)]).toEqual([404, 200]);
  expect(await seen(scenario.operator)).toMatchObject({ status: 'refused', hasProof: false, comment: null });
  // The consent that was taken back is deleted in its time, and with it opens nothing.
  await scenario.run('delete from consents where revoked_at is not null');
  expect([await proof(scenario.operator), await proof(debtor.client)]).toEqual([404, 200]);
  expect(await seen(scenario.operator)).toMatchObject({ hasProof: false, comment: null });
  const { offered } = (await debtor.client.get('/api/auth/consents')).body;
  const { documentId } = offered.find(({ kind }: { kind: string }) => kind === 'health-data');
  await debtor.client.post('/api/auth/consents', { documentId });
  expect(await proof(scenario.operator)).toBe(200);
});

// 230-ФЗ, ст. 7 [C]: nobody is called or met who is in hospital or of group I, whichever creditor he owes (docs/decisions/0212).
test('a stay in hospital stops calls and meetings of all creditors by his word, money and letters go on, and nobody learns why', async () => {
  await scenario.run(`update approvals set expires_at = now() where status = 'pending'`);
  const id = await lateAgreement(scenario, 3);
  const [{ entry }] = (await scenario.run('select registry_entry_id as entry from settlements where id = $1', [
    id,
  ])) as [{ entry: number }];
  const kinds = async () =>
    (
      await manager.client.get(`${manager.base}/registries/${scenario.registry}/entries/${entry}/contacts`)
    ).body.kinds.map(({ kind, reason }: { kind: string; reason: string | null }) => `${kind} ${reason}`);
  const told = await tell('contact_ban');
  expect(told.status, told.text).toBe(200);
  expect(told.body.items[0].stated).toEqual({ until: addDays(today, 13), stops: ['Звонки и встречи'] });
  expect((await kinds()).slice(1)).toEqual(['call stated', 'meeting stated']);
  expect((await kinds())[0]).not.toContain('stated');
  expect((await manager.client.get(`/api/loans/${id}`)).body.life).toEqual([]);
  await decide(second, 'lifeEvent.confirm');
  expect((await kinds()).slice(1)).toEqual(['call paused', 'meeting paused']);
  const [seen] = (await manager.client.get(`/api/loans/${id}`)).body.life;
  expect(seen).toMatchObject({ kind: 'contact_ban', status: 'in_force', hasProof: false, comment: null });
  expect(seen.stops).toEqual(['Звонки и встречи']);
  expect(JSON.stringify(seen)).not.toMatch(/больниц|стационар|инвалид/i);
  const news = (await manager.client.get('/api/notifications')).body.items;
  expect(news[0].title).toContain('Запрет звонков и встреч');
  // He pays as before: what stops is contact alone.
  await payFully(scenario, id, 100_000);
  expect((await seenSettlement(scenario, id)).moves).toContain('pay');
});
