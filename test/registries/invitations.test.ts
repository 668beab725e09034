import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FileRow } from '#server/demo/registry-generator.ts';
import { runDeadlines } from '#server/platform/state/deadlines.ts';
import { type Booted, boot } from '../helpers/boot.ts';
import { Client } from '../helpers/client.ts';
import { letterTo } from '../helpers/mail/letters.ts';
import { papersInSql } from '../helpers/papers.ts';
import { generateRegistry, type Lender, makeLender, rowsOf } from './helpers/scenario.ts';

let testApp: Booted;
let lender: Lender;
beforeAll(async () => {
  testApp = await boot();
  lender = await makeLender(testApp);
  await givePhone();
});
afterAll(() => testApp.stop());

const run = async (sql: string, values: unknown[] = []) => (await testApp.app.database.pool.query(sql, values)).rows;
const givePhone = () => run(`update legal_entities set phone = '+78001234567' where id = $1`, [lender.id]);
/** A working Wednesday at noon in Moscow; the law allows letters then. */
const noon = new Date('2027-02-03T09:00:00Z');
/** The night after it. */
const night = new Date('2027-02-03T20:30:00Z');
const rows = rowsOf('full', generateRegistry(91, 'microlender'), 0, 17);
let next = 0;
/** A registry with one debtor; what matters of him is told. */
async function registryOf(more: Record<string, string>): Promise<{ path: string; entryId: number; inn: string }> {
  const row = { ...rows[next++]!, tz: 'Europe/Moscow', contactFlag: '', ...more } as FileRow;
  const path = await lender.load('full', [row]);
  const entry = (await lender.client.get(`${path}/entries`)).body.items[0];
  return { path, entryId: entry.id, inn: row['debtorInn']! };
}
const invite = (path: string) => lender.client.post(`${path}/invitations`);
const noticeOf = async (entryId: number) =>
  (await run('select status, reason, planned_at, sent_at from entry_notices where entry_id = $1', [entryId]))[0];
/** Lets the moment come for what has been planned, whenever the law has put it. */
const comeDue = (entryId: number, at: Date) =>
  run('update entry_notices set planned_at = $2 where entry_id = $1', [entryId, new Date(at.getTime() - 1_000)]);

test('while the administrator of the platform has turned letters off none is ordered, and what was ordered waits', async () => {
  const { client } = await testApp.operator('administrator');
  const turn = async (debtorLetters: boolean) => {
    const { values, version } = (await client.get('/internal/settings')).body;
    await client.put('/internal/settings', { ...values, debtorLetters, version });
  };
  const ordered = await registryOf({ email: 'debtor-waits@example.test' });
  await invite(ordered.path);
  await comeDue(ordered.entryId, noon);
  const { path } = await registryOf({ email: 'debtor-unasked@example.test' });
  await turn(false);
  const refused = await invite(path);
  expect([refused.body.code, refused.body.message]).toEqual(['move.illegal', expect.stringContaining('выключены')]);
  await runDeadlines(testApp.app, noon);
  expect((await noticeOf(ordered.entryId))?.['status']).toBe('planned');
  await turn(true);
  await runDeadlines(testApp.app, noon);
  expect((await noticeOf(ordered.entryId))?.['status']).toBe('sent');
  expect((await invite(path)).body.planned).toBe(1);
});

describe('a debtor who is not on the platform', () => {
  test('gets a letter that his creditor has ordered, signs up by its link and finds his debt once verified', async () => {
    const email = 'debtor-invited@example.test';
    const { path, entryId, inn } = await registryOf({ email });
    expect((await lender.client.get(path)).body.moves).toContain('invite');
    const { now, later, never, withoutAddress } = (await lender.client.get(`${path}/invitations/preview`)).body;
    const waiting = later.reduce((sum: number, group: { count: number }) => sum + group.count, 0);
    expect([now + waiting, never, withoutAddress]).toEqual([1, [], 0]);
    expect((await invite(path)).body).toEqual({ planned: 1, refused: 0, withoutAddress: 0 });
    expect((await lender.client.get(path)).body.moves).not.toContain('invite');
    expect((await invite(path)).body.planned).toBe(0);
    await comeDue(entryId, noon);
    await runDeadlines(testApp.app, noon);
    await runDeadlines(testApp.app, noon);
    expect(await noticeOf(entryId)).toMatchObject({ status: 'sent', sent_at: noon });
    const { subject, text } = await letterTo(testApp, email);
    expect(subject).toContain('просроченной задолженности');
    expect(text).toContain('+7 (800) 123-45-67');
    for (const secret of [rows[0]!['lastName']!, rows[0]!['total']!, inn]) expect(text).not.toContain(secret);
    expect((await lender.client.get(`${path}/entries/${entryId}`)).body).toMatchObject({ status: 'notification_sent' });

    const token = /invitation=([\w-]+)/.exec(text)![1]!;
    const stranger = new Client(testApp.url);
    const known = await stranger.post('/api/registration-tokens/is-pending', { token });
    expect(known.body.invitation).toMatchObject({ kind: 'individual', email });
    const documents = (await stranger.get('/api/consent-documents?audience=individual')).body.items ?? [];
    const form = {
      lastName: 'Приглашённый',
      firstName: 'Иван',
      birthDate: '1990-01-01',
      inn,
      phone: '+79161234599',
      password: 'длинная фраза для входа',
      consents: documents.map(({ id }: { id: number }) => id),
      invitation: token,
    };
    const dead = await stranger.post('/api/auth/individual/signup', { ...form, invitation: 'A'.repeat(43) });
    expect([dead.status, dead.body.code]).toEqual([409, 'token.dead']);
    const { invitation: _, ...nowhere } = form;
    expect((await stranger.post('/api/auth/individual/signup', nowhere)).body.fields).toHaveProperty('email');
    expect((await stranger.post('/api/auth/individual/signup', form)).status).toBe(202);
    const me = await stranger.post(`/api/auth/individual/signin/${token}`);
    expect(me.body).toMatchObject({ email, kind: 'individual' });
    expect((await stranger.post(`/api/auth/individual/signin/${token}`)).body.code).toBe('token.dead');

    const person = `/api/individuals/${me.body.individualId}`;
    await run(`update individuals set verification_status = 'pending', ${papersInSql(testApp.app)} where id = $1`, [
      me.body.individualId,
    ]);
    const operator = (await testApp.operator('administrator')).client;
    const { version } = (await operator.get(person)).body;
    expect((await operator.post(`${person}/verification_status`, { move: 'approve', version })).status).toBe(200);
    const claims = await stranger.get(`${person}/registry-entries`);
    expect(claims.body.items.map(({ id }: { id: number }) => id)).toEqual([entryId]);
  });

  test('is not written to under a name that his creditor has changed and nobody has verified: the letter waits', async () => {
    const email = 'debtor-renamed@example.test';
    const { path, entryId } = await registryOf({ email });
    await invite(path);
    const turn = (status: string) =>
      run('update legal_entities set verification_status = $2 where id = $1', [lender.id, status]);
    await turn('pending');
    await comeDue(entryId, noon);
    await runDeadlines(testApp.app, noon);
    const tomorrow = new Date(noon.getTime() + 24 * 60 * 60 * 1000);
    expect(await noticeOf(entryId)).toMatchObject({ status: 'planned', planned_at: tomorrow, sent_at: null });
    await turn('verified');
    await runDeadlines(testApp.app, tomorrow);
    expect(await noticeOf(entryId)).toMatchObject({ status: 'sent' });
  });

  test('is not written to at night: the letter waits for the morning', async () => {
    const { path, entryId } = await registryOf({ email: 'night@example.test' });
    await invite(path);
    await comeDue(entryId, night);
    await runDeadlines(testApp.app, night);
    const notice = await noticeOf(entryId);
    expect(notice).toMatchObject({ status: 'planned', reason: 'hours', planned_at: new Date('2027-02-04T05:00:00Z') });
  });

  test('is never written to when he has refused, or has no address', async () => {
    const refused = await registryOf({ email: 'refused@example.test', contactFlag: 'отказ' });
    expect((await invite(refused.path)).body).toEqual({ planned: 0, refused: 1, withoutAddress: 0 });
    expect(await noticeOf(refused.entryId)).toMatchObject({ status: 'refused', reason: 'refused' });
    const silent = await registryOf({ email: '' });
    expect((await lender.client.get(silent.path)).body.moves).not.toContain('invite');
    expect((await invite(silent.path)).body).toEqual({ planned: 0, refused: 0, withoutAddress: 1 });
  });

  test('is never written to where another registry of the creditor closes him, before the order or after it', async () => {
    const waits = await registryOf({ email: 'closed@example.test' });
    expect((await invite(waits.path)).body).toMatchObject({ planned: 1 });
    await registryOf({ debtorInn: waits.inn, contactFlag: 'отказ' });
    await comeDue(waits.entryId, noon);
    await runDeadlines(testApp.app, noon);
    expect(await noticeOf(waits.entryId)).toMatchObject({ status: 'refused', reason: 'refused' });
    const later = await registryOf({ debtorInn: waits.inn, email: 'closed@example.test' });
    expect((await lender.client.get(`${later.path}/invitations/preview`)).body).toMatchObject({
      now: 0,
      never: [{ reason: 'refused' }],
    });
    expect((await invite(later.path)).body).toMatchObject({ planned: 0, refused: 1 });
  });

  test('gets one letter for all his claims in a registry, however often it is ordered', async () => {
    const [first, second] = [rows[next++]!, rows[next++]!];
    const same = {
      tz: 'Europe/Moscow',
      contactFlag: '',
      email: 'several@example.test',
      debtorInn: first['debtorInn']!,
    };
    const path = await lender.load('full', [
      { ...first, ...same },
      { ...second, ...same },
    ]);
    expect((await invite(path)).body).toEqual({ planned: 1, refused: 0, withoutAddress: 0 });
    expect((await lender.client.get(path)).body.moves).not.toContain('invite');
    expect((await invite(path)).body).toEqual({ planned: 0, refused: 0, withoutAddress: 0 });
  });

  test('gets no letter when the claim has been withdrawn before its time', async () => {
    const { path, entryId } = await registryOf({ email: 'withdrawn@example.test' });
    await invite(path);
    const { version } = (await lender.client.get(path)).body;
    expect((await lender.client.post(`${path}/withdraw`, { version, reason: 'Загружен по ошибке' })).status).toBe(200);
    await comeDue(entryId, noon);
    await runDeadlines(testApp.app, noon);
    expect(await noticeOf(entryId)).toMatchObject({ status: 'refused', reason: 'no_need' });
  });

  test('who has an account already is led to the entrance', async () => {
    const { email } = await testApp.individual({});
    const { path, entryId } = await registryOf({ email });
    await invite(path);
    await comeDue(entryId, noon);
    await runDeadlines(testApp.app, noon);
    const { text } = await letterTo(testApp, email);
    expect(text).toContain('/signin');
    expect(text).not.toContain('invitation=');
  });
});

describe('an order to invite is refused', () => {
  test('before the registry is loaded', async () => {
    const path = await lender.prepare('full', [rows[10]!]);
    expect((await invite(path)).body.code).toBe('move.illegal');
    const simple = await lender.prepare('simple', rowsOf('simple', generateRegistry(92, 'microlender'), 0, 1));
    expect((await invite(simple)).body.code).toBe('move.illegal');
  });

  test('without a phone of the company, which the law wants named', async () => {
    const { path } = await registryOf({ email: 'phone@example.test' });
    await run('update legal_entities set phone = null where id = $1', [lender.id]);
    const reply = await invite(path);
    await givePhone();
    expect([reply.body.code, reply.body.message]).toEqual(['move.illegal', expect.stringContaining('телефон')]);
  });

  test('to those of somebody else, and to whoever may not load', async () => {
    const { path } = await registryOf({ email: 'foreign@example.test' });
    const observer = (await testApp.employee({ legalEntityId: lender.id, role: 'observer' })).client;
    const foreigner = await makeLender(testApp);
    expect((await observer.post(`${path}/invitations`)).status).toBe(403);
    expect((await foreigner.client.post(`${path}/invitations`)).status).toBe(404);
  });
});
