import { hash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type InnWork, innWorkText, isInnWork } from '#domain/parties/inn-work.ts';
import { addDays, addMonths, type Day, formatDay, moscowDay } from '#domain/values/days.ts';
import { type FileRow, innOf } from '#server/demo/registry-generator.ts';
import { type Booted, boot } from '../helpers/boot.ts';
import { sealedPapers } from '../helpers/papers.ts';
import { generateRegistry, type Lender, makeLender, rowsOf } from './helpers/scenario.ts';

let testApp: Booted;
let lender: Lender;
beforeAll(async () => {
  testApp = await boot();
  lender = await makeLender(testApp);
});
afterAll(() => testApp.stop());

let people = 0;
/** Somebody verified under an ИНН of his own. */
async function debtor(status: 'verified' | 'pending' = 'verified') {
  const inn = innOf(7_700_000_000 + ++people);
  const person = await testApp.individual({ inn, verificationStatus: status, papers: sealedPapers(testApp.app) });
  const own = `/api/individuals/${person.individualId}`;
  return { ...person, inn, own, simple: `${own}/simple-registries` };
}

const rowFor = (kind: 'full' | 'simple', inn: string, seed: number, change: FileRow = {}): FileRow => ({
  ...rowsOf(kind, generateRegistry(seed), 0, 1)[0]!,
  debtorInn: inn,
  contactFlag: '',
  ...change,
});

describe('a debtor and the entry about him find one another', () => {
  test('at loading, when he is verified already: he sees it at once, with its sum while he is verified', async () => {
    const person = await debtor();
    const address = await lender.load('simple', [rowFor('simple', person.inn, 101, { approxAmount: '12 345,00' })]);
    const read = async () => (await person.client.get(`${person.simple}/entries`)).body.items;
    const found = { status: 'notification_sent', moves: ['accept', 'reject'] };
    expect(await read()).toMatchObject([{ ...found, approxAmount: 1_234_500 }]);
    const judge = (status: string) =>
      testApp.app.database.pool.query('update individuals set verification_status = $2 where id = $1', [
        person.individualId,
        status,
      ]);
    await judge('pending');
    expect(await read()).toMatchObject([{ ...found, approxAmount: null }]);
    await judge('verified');
    const [entry] = (await lender.client.get(`${address}/entries`)).body.items;
    expect(entry).toMatchObject({ status: 'notification_sent', individualId: null, notifiedAt: expect.any(String) });
    expect((await lender.client.get(address)).body.funnel).toMatchObject({ matched: 1, notification_sent: 1 });
  });

  test('when he is verified after it', async () => {
    const person = await debtor('pending');
    await lender.load('full', [rowFor('full', person.inn, 102)]);
    await lender.load('simple', [rowFor('simple', person.inn, 103)]);
    expect((await person.client.get(`${person.own}/registry-entries`)).body.total).toBe(0);
    const verifier = await testApp.operator('verifier');
    const move = { move: 'approve', version: 1 };
    expect((await verifier.client.post(`${person.own}/verification_status`, move)).status).toBe(200);
    expect((await person.client.get(`${person.own}/registry-entries`)).body.items).toMatchObject([
      { status: 'notification_sent' },
    ]);
    expect((await person.client.get(`${person.simple}/entries`)).body.total).toBe(1);
  });

  test('and he keeps what he bargains about when he is verified anew under another ИНН', async () => {
    const person = await debtor();
    const rows = [106, 107].map((seed) => rowFor('full', person.inn, seed));
    const address = await lender.load('full', rows);
    const { items } = (await lender.client.get(`${address}/entries`)).body;
    const run = (text: string, values: unknown[]) => testApp.app.database.pool.query(text, values);
    await run('update registry_entries set frozen_at = now() where id = $1', [items[0].id]);
    await run(`update individuals set inn = $2, verification_status = 'pending' where id = $1`, [
      person.individualId,
      innOf(7_600_000_001),
    ]);
    const verifier = await testApp.operator('verifier');
    const { version } = (await verifier.client.get(person.own)).body;
    const approved = await verifier.client.post(`${person.own}/verification_status`, { move: 'approve', version });
    expect(approved.status, approved.text).toBe(200);
    const { rows: his } = await run('select id from registry_entries where individual_id = $1', [person.individualId]);
    expect(his).toEqual([{ id: items[0].id }]);
  });

  test('and a letter is planned only where it may go: nobody has agreed to one here', async () => {
    const [free, bankrupt] = [await debtor(), await debtor()];
    const address = await lender.load('full', [
      rowFor('full', free.inn, 104),
      rowFor('full', bankrupt.inn, 105, { contactFlag: 'Банкрот' }),
    ]);
    const { body } = await lender.client.get(`${address}/entries?sort[createdAt]=1`);
    const noticesOf = async (id: number) => (await lender.client.get(`${address}/entries/${id}`)).body.notices;
    expect(await noticesOf(body.items[0].id)).toMatchObject([
      { channel: 'email', status: 'refused', reason: 'no_channel', plannedAt: null },
      { channel: 'inside', status: 'shown' },
    ]);
    expect(await noticesOf(body.items[1].id)).toMatchObject([
      { channel: 'email', status: 'refused', reason: 'bankrupt', plannedAt: null },
      { channel: 'inside', status: 'shown' },
    ]);
  });
});

describe('what the debtor says', () => {
  test('an accepted entry waits for the full registry, which then takes its place', async () => {
    const person = await debtor();
    const simple = rowFor('simple', person.inn, 110, { contractNumber: 'К-110' });
    const registry = await lender.load('simple', [simple]);
    const [entry] = (await person.client.get(`${person.simple}/entries`)).body.items;
    const accept = (version: number) =>
      person.client.post(`${person.simple}/accept/${entry.id}`, { version, limitationShown: true });
    expect((await accept(entry.version + 7)).body.code).toBe('version.stale');
    const accepted = await accept(entry.version);
    expect(accepted.body, accepted.text).toMatchObject({ status: 'accepted_by_individual', moves: [] });
    const waiting = await lender.client.get(`${lender.path('simple')}/accepted-entries`);
    expect(waiting.body.items).toMatchObject([{ id: entry.id, individualId: person.individualId, fullEntry: null }]);
    const messages = await lender.client.get(`${registry}/messages`);
    expect(messages.body.items[0]).toMatchObject({
      text: expect.stringContaining('признал'),
      entryId: entry.id,
      read: false,
    });
    await lender.client.post(`${registry}/messages/read`);
    expect((await lender.client.get(registry)).body.unreadMessages).toBe(0);
    await lender.load('full', [rowFor('full', person.inn, 111, { contractNumber: 'К-110' })]);
    const [after] = (await person.client.get(`${person.simple}/entries`)).body.items;
    expect(after).toMatchObject({ status: 'full_registry_created', fullEntryId: expect.any(Number) });
    const claim = await person.client.get(`${person.own}/registry-entries/${after.fullEntryId}`);
    expect(claim.body).toMatchObject({ contractNumber: 'К-110', totalAmount: expect.any(Number) });
    expect(claim.text).not.toMatch(/comment|externalId|minAmount/);
  });

  test('one without a contract is the only claim of the debtor at that creditor, whichever registries they came by', async () => {
    const person = await debtor();
    const claim = (seed: number) => rowFor('full', person.inn, seed, { contractNumber: `К-${seed}` });
    const entries = async () => (await person.client.get(`${person.simple}/entries`)).body.items;
    const first = await lender.load('full', [claim(112)]);
    await lender.load('simple', [rowFor('simple', person.inn, 113, { contractNumber: '' })]);
    // Another creditor's claim makes nothing of it.
    const stranger = await makeLender(testApp);
    await stranger.load('full', [claim(114)]);
    await lender.load('full', [claim(115)]);
    const [entry] = await entries();
    expect(entry).toMatchObject({ status: 'notification_sent', fullEntryId: null });
    const accepted = await person.client.post(`${person.simple}/accept/${entry.id}`, { limitationShown: true });
    expect(accepted.body.answerBy, accepted.text).not.toBeNull();

    const [{ id }] = (await lender.client.get(`${first}/entries`)).body.items;
    const { version } = (await lender.client.get(`${first}/entries/${id}`)).body;
    const withdrawn = { version, reason: 'Загружено по ошибке' };
    expect((await lender.client.post(`${first}/entries/${id}/withdraw`, withdrawn)).status).toBe(200);
    const again = await lender.load('full', [claim(115)]);
    const [left] = (await lender.client.get(`${again}/entries`)).body.items;
    expect((await entries())[0]).toMatchObject({
      status: 'full_registry_created',
      fullEntryId: left.id,
      answerBy: null,
    });
  });

  test('a rejected one has a reason; it may be accepted for thirty days, and no longer', async () => {
    const person = await debtor();
    await lender.load('simple', [rowFor('simple', person.inn, 120)]);
    const [entry] = (await person.client.get(`${person.simple}/entries`)).body.items;
    const reject = (body: unknown) => person.client.post(`${person.simple}/reject/${entry.id}`, body);
    expect((await reject({})).body.fields).toHaveProperty('reason');
    expect((await reject({ reason: 'other' })).body.fields).toHaveProperty('comment');
    expect((await reject({ reason: 'not_mine', version: entry.version + 7 })).body.code).toBe('version.stale');
    expect((await reject({ reason: 'not_mine' })).body).toMatchObject({ rejectReason: 'not_mine', moves: ['accept'] });
    expect((await reject({ reason: 'paid' })).body.code).toBe('move.illegal');
    await testApp.app.database.pool.query(
      `update simple_registry_entries set decision_at = now() - interval '31 days' where id = $1`,
      [entry.id],
    );
    const late = await person.client.post(`${person.simple}/accept/${entry.id}`);
    expect([late.status, late.body.code]).toEqual([409, 'move.illegal']);
  });

  test('that the debt is his but not the sum is a recognition: of an old debt it is taken from who was warned', async () => {
    const person = await debtor();
    const overdueFrom = formatDay(addDays(addMonths(moscowDay(new Date()), -36), -1));
    await lender.load('simple', [rowFor('simple', person.inn, 125, { contractNumber: 'К-125', overdueFrom })]);
    await lender.load('simple', [rowFor('simple', person.inn, 126, { contractNumber: 'К-126', overdueFrom })]);
    const [notMine, tooMuch] = (await person.client.get(`${person.simple}/entries`)).body.items;
    expect([notMine.limitation, tooMuch.limitation]).toEqual(['may_be_over', 'may_be_over']);
    const reject = (id: number, body: unknown) => person.client.post(`${person.simple}/reject/${id}`, body);
    expect((await reject(notMine.id, { reason: 'not_mine' })).body.rejectReason).toBe('not_mine');
    const unread = await reject(tooMuch.id, { reason: 'wrong_amount' });
    expect([unread.status, unread.body.code]).toEqual([409, 'move.illegal']);
    expect(unread.body.message).toContain('Срок исковой давности');
    const told = await reject(tooMuch.id, { reason: 'wrong_amount', limitationShown: true });
    // It names no sum, and a click is no written form: the term does not begin anew by it.
    expect(told.body).toMatchObject({ rejectReason: 'wrong_amount', limitation: 'may_be_over' });
    const { rows } = await testApp.app.database.pool.query(
      'select limitation_shown_at is not null as shown from simple_registry_entries where id = any ($1) order by id',
      [[notMine.id, tooMuch.id].toSorted((one, other) => one - other)],
    );
    expect(rows.filter(({ shown }) => shown)).toHaveLength(1);
  });

  test('of a debt whose overdue has no day he is warned: nobody can say that its term still runs', async () => {
    const person = await debtor();
    await lender.load('simple', [rowFor('simple', person.inn, 127, { contractNumber: 'К-127', overdueFrom: '' })]);
    const [entry] = (await person.client.get(`${person.simple}/entries`)).body.items;
    expect(entry).toMatchObject({ limitation: 'may_be_over', overdueFrom: null });
    const accept = (body: object) => person.client.post(`${person.simple}/accept/${entry.id}`, body);
    const unread = await accept({});
    expect([unread.status, unread.body.code]).toEqual([409, 'move.illegal']);
    expect((await accept({ limitationShown: true })).body.status).toBe('accepted_by_individual');
  });

  test('is nobody else’s to say, and only of somebody who is verified', async () => {
    const [person, stranger] = [await debtor(), await debtor()];
    await lender.load('simple', [rowFor('simple', person.inn, 130)]);
    const [entry] = (await person.client.get(`${person.simple}/entries`)).body.items;
    expect((await stranger.client.post(`${stranger.simple}/accept/${entry.id}`)).status).toBe(404);
    await testApp.app.database.pool.query(`update individuals set verification_status = 'pending' where id = $1`, [
      person.individualId,
    ]);
    expect((await person.client.post(`${person.simple}/accept/${entry.id}`)).body.code).toBe('move.illegal');
  });
});

describe('a claim of two creditors', () => {
  test('is marked in both registries; each learns the fact, the debtor also who', async () => {
    const person = await debtor();
    const other = await makeLender(testApp);
    const row = rowFor('full', person.inn, 140, { contractNumber: 'Спорный-1' });
    const mine = await lender.load('full', [row]);
    const theirs = await other.load('full', [
      { ...row, basis: 'Уступка', cedentName: 'Первый', cedentInn: '7707083893', cessionRef: '№ 1 от 01.02.2025' },
    ]);
    for (const [client, address] of [
      [lender.client, mine],
      [other.client, theirs],
    ] as const) {
      const [entry] = (await client.get(`${address}/entries`)).body.items;
      expect(entry.contested).toBe(true);
      const card = await client.get(`${address}/entries/${entry.id}`);
      expect(card.body.others).toEqual([{ legalEntityId: null, creditor: null }]);
    }
    const [claim] = (await person.client.get(`${person.own}/registry-entries`)).body.items;
    const card = await person.client.get(`${person.own}/registry-entries/${claim.id}`);
    expect(card.body.others).toMatchObject([{ legalEntityId: expect.any(Number), creditor: expect.any(String) }]);
    const [entry] = (await other.client.get(`${theirs}/entries`)).body.items;
    const gone = { version: 1, reason: 'Вернули цеденту' };
    const withdrawn = await other.client.post(`${theirs}/entries/${entry.id}/withdraw`, gone);
    expect(withdrawn.status, withdrawn.text).toBe(200);
    expect((await lender.client.get(`${mine}/entries`)).body.items[0].contested).toBe(false);
  });
});

/** Does what the browser of a stranger does before it asks. */
function workFor(inn: string, day: Day): InnWork {
  for (let nonce = 0; ; nonce++) {
    if (isInnWork(hash('sha256', innWorkText(inn, { day, nonce }), 'buffer'))) return { day, nonce };
  }
}

const ask = (inn: string, work = workFor(inn, moscowDay(new Date()))) =>
  testApp.anonymous().post('/api/public/registries/check-inn', { inn, work });

describe('what strangers learn', () => {
  beforeEach(() => testApp.app.limits.forget('checkInn', '127.0.0.1'));

  test('an ИНН tells nothing, whosever it is, and may be asked about five times an hour', async () => {
    const person = await debtor();
    await lender.load('full', [rowFor('full', person.inn, 150)]);
    const replies = [await ask(person.inn), await ask(innOf(9_999_999_999))];
    expect(replies[0]!.text).toBe(replies[1]!.text);
    expect(replies[0]!.body.found).toBe(false);
    expect((await ask('500100732258')).status).toBe(400);
    const later = [await ask(person.inn), await ask(person.inn), await ask(person.inn)];
    expect(later.map(({ status }) => status)).toEqual([200, 200, 429]);
  });

  test('an ИНН is answered only to a browser that has worked for this very ИНН today', async () => {
    const today = moscowDay(new Date());
    const asked = await Promise.all([
      ask(innOf(9_999_999_998), workFor(innOf(9_999_999_999), today)),
      ask(innOf(9_999_999_998), workFor(innOf(9_999_999_998), addDays(today, -2))),
      ask(innOf(9_999_999_998), workFor(innOf(9_999_999_998), addDays(today, -1))),
    ]);
    expect(asked.map(({ status }) => status)).toEqual([400, 400, 200]);
    expect(asked[0].body.fields).toEqual({ work: 'Проверка браузера не пройдена. Попробуйте ещё раз' });
  });

  test('an observer of the company sees masks, and what is masked is shown with a reason and an audit', async () => {
    const inn = innOf(8_800_000_001);
    const address = await lender.load('full', [
      rowFor('full', inn, 160, { passportSeries: '4510', passportNumber: '456123' }),
    ]);
    const observer = await testApp.employee({ legalEntityId: lender.id, role: 'observer' });
    const seen = await observer.client.get(`${address}/entries`);
    expect(seen.text).not.toContain(inn);
    const [entry] = seen.body.items;
    const card = await lender.client.get(`${address}/entries/${entry.id}`);
    expect(card.body.passport).toBe('45** ***123');
    const shown = await lender.client.post(`${address}/entries/${entry.id}/reveal`, {
      fields: ['passport', 'debtorInn'],
      reason: 'Подготовка иска',
    });
    expect(shown.body).toEqual({ passport: '45 10 456123', debtorInn: inn });
    const { rows } = await testApp.app.database.pool.query(
      `select reason from audit_log where action = 'reveal' and object_type = 'registryEntries' and object_id = $1`,
      [entry.id],
    );
    expect(rows).toEqual([{ reason: 'Подготовка иска' }]);
  });
});
