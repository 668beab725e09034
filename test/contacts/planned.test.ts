import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contacts } from '#contract/registries/contacts.ts';
import { addDays, type Day } from '#domain/values/days.ts';
import { checkPersonInn } from '#domain/values/requisites.ts';
import { holdContacts } from '#server/modules/contacts/reservation.commands.ts';
import { holdsPlace } from '#server/platform/auth/permission-holders.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { runDeadlines } from '#server/platform/state/deadlines.ts';
import type { Client } from '../helpers/client.ts';
import { isLockAwaited } from '../helpers/database.ts';
import { asMultipart } from '../helpers/files/multipart.ts';
import { innOf, makeScenario, type Scenario } from '../settlements/helpers/scenario.ts';
import { aheadDay, pastDay } from './helpers/days.ts';
import { ELSEWHERE, sayElsewhere } from './helpers/elsewhere.ts';

/** What becomes of a call that was planned, and who may say what of it (docs/decisions/0184). */
let scenario: Scenario;
let entry: number;
beforeAll(async () => {
  scenario = await makeScenario();
  entry = await scenario.claim();
});
afterAll(() => scenario.testApp.stop());
beforeEach(() => scenario.run('delete from contact_records'));

const at = (id = entry) =>
  `/api/legal-entities/${scenario.company}/registries/${scenario.registry}/entries/${id}/contacts`;
const call = (day: Day, time = '12:00', note?: string, id = entry) =>
  scenario.manager.post(at(id), { kind: 'call', day, time, ...(note && { note }) });
const moscow = (day: Day, time: string) => new Date(`${day}T${time}:00+03:00`);
const look = (day: Day, time: string) => runDeadlines(scenario.testApp.app, moscow(day, time));
const records = () =>
  scenario.run('select source, status, reason, note from contact_records order by at, id') as Promise<
    { source: string; status: string; reason: string | null; note: string | null }[]
  >;
const told = async () => (await scenario.run('select title from notifications order by id desc limit 1'))[0]?.['title'];
const idOf = async () => (await scenario.run('select id from contact_records'))[0]!['id'] as number;
const fail = async () => (await scenario.manager.post(`${at()}/${await idOf()}/fail`, {})).status;
const flag = (value: string) =>
  scenario.run('update registry_entries set contact_flag = $2 where id = $1', [entry, value]);
/** A call that was planned the day before, or told of an hour afterwards. */
const made = (day: Day, time: string, { status = 'held', isTold = false, note = null as string | null } = {}) =>
  scenario.run(
    `insert into contact_records (legal_entity_id, registry_entry_id, individual_id, kind, source, status, at, created_at, note)
     select legal_entity_id, id, individual_id, 'call', 'hand', $2, $3::timestamptz,
       $3::timestamptz + case when $4 then interval '1 hour' else interval '-1 day' end, $5 from registry_entries where id = $1`,
    [entry, status, moscow(day, time).toISOString(), isTold, note],
  );

/** A transaction that has done its work and goes on until it is told. */
async function begun(work: (tx: Tx) => Promise<unknown>): Promise<{ commit(): Promise<void> }> {
  const [done, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const all = scenario.write(async (tx) => {
    await work(tx);
    done.resolve();
    await end.promise;
  });
  await Promise.race([done.promise, all]);
  return { commit: () => (end.resolve(), all) };
}

/** Until somebody waits for what another one holds, or there is nothing to wait for. */
async function someoneWaits(isOver = () => false): Promise<void> {
  while (!isOver() && !(await isLockAwaited(scenario.testApp.owner))) await sleep(20);
}

/** The ИНН of people of whom nobody knows. */
function strangers(count: number): string[] {
  const found: string[] = [];
  for (let no = 770_000_000_000; found.length < count; no++)
    if (checkPersonInn(String(no)) === null) found.push(String(no));
  return found;
}

describe('whether it came about', () => {
  test('may be denied before its week has come', async () => {
    await call(aheadDay());
    const { open } = (await scenario.manager.get(at())).body;
    const shown = { kind: 'call', day: aheadDay(), time: '12:00', status: 'planned', needsWhy: false, closed: null };
    expect(open).toEqual([{ id: await idOf(), ...shown }]);
    expect(await fail()).toBe(200);
    expect((await call(aheadDay(), '15:00')).status).toBe(200);
  });

  test('may be denied whenever somebody comes where nobody has told, and for three days where somebody has', async () => {
    await made(pastDay(), '12:00');
    const { items } = (await scenario.manager.get('/api/contacts?filter[status][]=untold')).body;
    expect(items.map(({ status }: { status: string }) => status)).toEqual(['untold']);
    expect((await scenario.manager.get('/api/contacts?filter[status][]=held')).body.total).toBe(0);
    expect((await scenario.manager.get(at())).body.open).toMatchObject([{ status: 'untold' }]);
    expect(await fail()).toBe(200);
    await scenario.run('delete from contact_records');
    await made(pastDay(), '12:00', { isTold: true });
    expect((await scenario.manager.get('/api/contacts')).body.items).toMatchObject([{ status: 'held' }]);
    expect((await scenario.manager.get(at())).body.open).toEqual([]);
    expect(await fail()).toBe(409);
  });
});

describe('of which somebody has told', () => {
  const deny = async (by: Client, why?: string) =>
    (await by.post(`${at()}/${await idOf()}/fail`, why === undefined ? {} : { why })).body;
  const openTo = async (by: Client) => (await by.get(at())).body.open;

  test('is denied by whoever told of it, who says why, and the journal tells who and why', async () => {
    await call(pastDay());
    expect(await openTo(scenario.manager)).toMatchObject([{ status: 'held', needsWhy: true }]);
    expect(await deny(scenario.manager)).toMatchObject({ code: 'input.invalid', fields: { why: expect.any(String) } });
    await deny(scenario.manager, 'Ошибся заёмщиком');
    const seen = async (by: Client) => (await by.get('/api/contacts')).body.items[0];
    const { author } = await seen(scenario.head);
    expect(await seen(scenario.head)).toMatchObject({
      status: 'failed',
      failedBy: author,
      failedWhy: 'Ошибся заёмщиком',
    });
    expect(await seen(scenario.debtor)).toMatchObject({ status: 'failed', failedBy: null, failedWhy: null });
  });

  test('is denied by no colleague but a head', async () => {
    const colleague = await scenario.testApp.employee({ legalEntityId: scenario.company, role: 'manager' });
    await call(pastDay());
    expect(await openTo(colleague.client)).toEqual([]);
    expect((await deny(colleague.client, 'Не было')).code).toBe('move.illegal');
    expect(await openTo(scenario.head)).toMatchObject([{ needsWhy: true }]);
    await deny(scenario.head, 'Никто не звонил');
    expect(await records()).toMatchObject([{ status: 'failed' }]);
  });
});

test('what is planned ends with the place of whoever planned it, and his colleagues are told', async () => {
  const legalEntityId = scenario.company;
  const leaving = await scenario.testApp.employee({ legalEntityId, role: 'manager' });
  const day = aheadDay();
  expect((await leaving.client.post(at(), { kind: 'call', day, time: '12:00' })).status).toBe(200);
  expect((await call(day, '15:00')).status).toBe(409);
  const [place] = await scenario.run('select id from memberships where employee_id = $1', [leaving.employeeId]);
  const members = `/api/legal-entities/${legalEntityId}/employees`;
  expect((await scenario.head.delete(`${members}/${String(place!['id'])}`)).status).toBe(204);
  expect(await records()).toMatchObject([{ status: 'failed' }]);
  expect(await told()).toBe('Звонки и встречи коллеги отменены');
  expect((await call(day, '15:00')).status).toBe(200);
});

describe('a plan in the moment of its author’s dismissal', () => {
  const leave = async () => {
    const leaving = await scenario.testApp.employee({ legalEntityId: scenario.company, role: 'manager' });
    const [place] = await scenario.run('select id from memberships where employee_id = $1', [leaving.employeeId]);
    return { ...leaving, placeId: place!['id'] as number };
  };

  test('is refused where the dismissal is first', async () => {
    const { client, placeId } = await leave();
    const dismissing = await begun((tx) =>
      sql`update memberships set active = false where id = ${placeId}`.execute(tx),
    );
    let isOver = false;
    const planning = client.post(at(), { kind: 'call', day: aheadDay(), time: '12:00' }).finally(() => (isOver = true));
    await someoneWaits(() => isOver);
    await dismissing.commit();
    const refused = await planning;
    expect([refused.status, refused.body.code], refused.text).toEqual([403, 'access.denied']);
    expect(await records()).toEqual([]);
  });

  test('is called off by the dismissal where the plan is first', async () => {
    const { accountId, placeId } = await leave();
    const planning = await begun(async (tx) => {
      await holdsPlace(tx, scenario.company, accountId, contacts.enter);
      await sql`insert into contact_records (legal_entity_id, registry_entry_id, individual_id, kind, source, status, at, account_id)
        select legal_entity_id, id, individual_id, 'call', 'hand', 'planned', ${moscow(aheadDay(), '12:00')}, ${accountId}
        from registry_entries where id = ${entry}`.execute(tx);
    });
    let isOver = false;
    const members = `/api/legal-entities/${scenario.company}/employees`;
    const dismissing = scenario.head.delete(`${members}/${placeId}`).finally(() => (isOver = true));
    await someoneWaits(() => isOver);
    await planning.commit();
    expect((await dismissing).status).toBe(204);
    expect(await records()).toMatchObject([{ status: 'failed' }]);
  });
});

describe('the law', () => {
  test('is asked again at once where it has closed the debtor, and whoever planned it is told', async () => {
    await call(aheadDay());
    await flag('refused');
    await runDeadlines(scenario.testApp.app, new Date());
    await flag('allowed');
    expect(await records()).toMatchObject([{ status: 'refused', reason: 'refused' }]);
    expect(await told()).toBe('Звонок заёмщику отменяется');
  });

  test.each(['full', 'simple'] as const)(
    'is asked again at once where another %s claim has closed the debtor',
    async (kind) => {
      await call(aheadDay());
      await sayElsewhere(scenario, kind, 'bankrupt');
      await runDeadlines(scenario.testApp.app, new Date());
      await scenario.run(`update ${ELSEWHERE[kind]} set contact_flag = 'allowed'`);
      expect(await records()).toMatchObject([{ status: 'refused', reason: 'bankrupt' }]);
    },
  );

  test('is asked again of all claims where one of them changes', async () => {
    const other = await scenario.claim();
    await call(aheadDay());
    await scenario.run(`update registry_entries set contact_flag = 'minor' where id = $1`, [other]);
    await runDeadlines(scenario.testApp.app, new Date());
    await scenario.run(`update registry_entries set contact_flag = 'allowed'`);
    expect(await records()).toMatchObject([{ status: 'refused', reason: 'minor' }]);
  });

  test('is asked of what is known once the call is free, not of what was known before', async () => {
    await call(aheadDay());
    await scenario.run('update contact_records set asked_at = null');
    const closing = await begun((tx) =>
      sql`update registry_entries set contact_flag = 'refused' where id = ${entry}`.execute(tx),
    );
    let isOver = false;
    const asking = runDeadlines(scenario.testApp.app, new Date()).finally(() => (isOver = true));
    await someoneWaits(() => isOver);
    await closing.commit();
    await asking;
    await flag('allowed');
    expect(await records()).toMatchObject([{ status: 'refused', reason: 'refused' }]);
  });

  test('is asked an hour before, and what it does not allow any more is off', async () => {
    const day = aheadDay();
    await call(day);
    await made(day, '09:00', { isTold: true });
    await look(day, '10:55');
    expect((await records()).map(({ status }) => status)).toEqual(['held', 'planned']);
    await look(day, '11:05');
    expect((await records()).at(-1)).toMatchObject({ status: 'refused', reason: 'day_limit' });
  });

  test('lets it be held at its hour, with what it has broken, by its own day', async () => {
    const day = aheadDay();
    await call(day);
    await look(day, '12:30');
    expect(await records()).toMatchObject([{ status: 'held', reason: null }]);
    await scenario.run('delete from contact_records');
    await call(day);
    await made(day, '09:00', { isTold: true });
    await look(day, '12:30');
    expect((await records()).at(-1)).toMatchObject({ status: 'held', reason: 'day_limit' });
    await scenario.run('delete from contact_records');
    await call(day);
    await flag('hospital');
    await look(addDays(day, 1), '00:30');
    await flag('allowed');
    expect(await records()).toMatchObject([{ status: 'refused', reason: 'hospital' }]);
  });
});

test('its debtor hears of it when its hour has come, and not again when it is told of', async () => {
  await scenario.run(`delete from notifications where event = 'contact.recorded'`);
  const heard = async () => (await scenario.run(`select from notifications where event = 'contact.recorded'`)).length;
  const day = pastDay();
  await made(day, '10:00', { status: 'planned' });
  expect(await heard()).toBe(0);
  await look(day, '10:01');
  expect(await heard()).toBe(1);
  await call(day, '10:05');
  expect(await records()).toMatchObject([{ status: 'held' }]);
  expect(await heard()).toBe(1);
});

describe('told of afterwards', () => {
  test('it is the one that was planned, of whichever claim; another call is one of its own', async () => {
    const day = pastDay();
    await made(day, '10:00', { note: 'Спросить о работе' });
    await call(day, '10:05', undefined, await scenario.claim());
    expect(await records()).toEqual([{ source: 'hand', status: 'held', reason: null, note: 'Спросить о работе' }]);
    await call(day, '11:00');
    expect((await records()).map(({ reason }) => reason)).toEqual([null, 'day_limit']);
  });

  test('hours later it is another one, and what was planned stays untold', async () => {
    const day = pastDay();
    await made(day, '10:00');
    await call(day, '15:00');
    expect((await records()).map(({ reason }) => reason)).toEqual([null, 'day_limit']);
  });

  test('twice, as when the answer was lost, it is one', async () => {
    const day = pastDay();
    const sent = await Promise.all([call(day), call(day), call(day)]);
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await records()).toHaveLength(1);
  });
});

describe('a file', () => {
  const load = (times: string[]) => {
    const day = pastDay();
    const lines = times.map(
      (time) => `${innOf.debtor};звонок;${day.slice(8)}.${day.slice(5, 7)}.${day.slice(0, 4)} ${time};`,
    );
    const { body, headers } = asMultipart({}, ['ИНН;Вид;Дата и время;Результат', ...lines].join('\r\n'));
    return scenario.manager.send('POST', `/api/legal-entities/${scenario.company}/contacts/file`, body, headers);
  };

  test('tells of what was planned', async () => {
    await made(pastDay(), '10:00', { note: 'Спросить о работе' });
    expect((await load(['10:03'])).body).toMatchObject({ taken: 1, known: 0, against: 0 });
    expect(await records()).toEqual([{ source: 'hand', status: 'held', reason: null, note: 'Спросить о работе' }]);
    expect((await load(['10:03'])).body).toMatchObject({ taken: 0, known: 1 });
  });

  test('of more debtors than are held one by one waits for whoever holds one of them', async () => {
    const day = pastDay();
    const shown = `${day.slice(8)}.${day.slice(5, 7)}.${day.slice(0, 4)} 10:03`;
    const inns = [...strangers(60), innOf.debtor];
    const held = await begun((tx) => holdContacts(tx, scenario.company, [innOf.debtor]));
    const file = asMultipart({}, ['ИНН;Вид;Дата и время', ...inns.map((inn) => `${inn};звонок;${shown}`)].join('\r\n'));
    const path = `/api/legal-entities/${scenario.company}/contacts/file`;
    let isLoaded = false;
    const loading = scenario.manager.send('POST', path, file.body, file.headers).finally(() => (isLoaded = true));
    await someoneWaits(() => isLoaded);
    expect(isLoaded).toBe(false);
    await made(day, '10:03', { isTold: true });
    await held.commit();
    const { body } = await loading;
    expect([body.taken, body.known, body.problems.length]).toEqual([0, 1, 60]);
    // And whoever enters a call waits for such a file.
    const all = await begun((tx) => holdContacts(tx, scenario.company, inns));
    const entering = call(aheadDay());
    await someoneWaits();
    await all.commit();
    expect((await entering).status).toBe(200);
  });

  test('says nothing anew of what somebody has said not to have been', async () => {
    expect((await load(['10:03'])).body).toMatchObject({ taken: 1 });
    await scenario.run(`update contact_records set status = 'failed'`);
    expect((await load(['10:03'])).body).toMatchObject({ taken: 0, known: 1 });
    expect(await records()).toMatchObject([{ status: 'failed' }]);
  });

  test('and somebody who enters the same at once make one', async () => {
    await Promise.all([load(['10:03']), call(pastDay(), '10:03')]);
    expect(await records()).toHaveLength(1);
  });
});
