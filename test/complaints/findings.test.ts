import { describe, expect, test } from 'vitest';
import { addDays, weekday } from '#domain/values/days.ts';
import { say } from '../chats/helpers/talk.ts';
import { pastDay } from '../contacts/helpers/days.ts';
import { asMultipart } from '../helpers/files/multipart.ts';
import { zoneOfNoon } from '../helpers/zone-of-noon.ts';
import { openRecords } from './helpers/records.ts';

/** What follows from what operators have found by a complaint (docs/decisions/0206). */
const {
  scenario,
  chat,
  debtor,
  manager,
  head,
  run,
  deciding,
  card,
  decide,
  takeClaim,
  record,
  journalAt,
  fail,
  complainOf,
} = await openRecords();

const statusOf = async (id: number) =>
  (await run('select status from contact_records where id = $1', [id]))[0]!['status'];
const openOf = async (id: number) =>
  (await manager.client.get(journalAt())).body.open.find((one: { id: number }) => one.id === id);

/** The same contact told of so many minutes later, by the debtor's clock. */
const beside = async (id: number, minutes: number) => {
  const rows = await run(
    `select to_char(l.at, 'YYYY-MM-DD') as day, to_char(l.at, 'DD.MM.YYYY HH24:MI') as moment, to_char(l.at, 'HH24:MI') as time, l.inn
     from (select (r.at + make_interval(mins => $2)) at time zone e.tz as at, e.debtor_inn as inn
       from contact_records r join registry_entries e on e.id = r.registry_entry_id where r.id = $1) l`,
    [id, minutes],
  );
  return rows[0] as Record<'day' | 'moment' | 'time' | 'inn', string>;
};
const enterBeside = async (id: number, minutes = 0) => {
  const { day, time } = await beside(id, minutes);
  return manager.client.post(journalAt(), { kind: 'call', day, time });
};
const loadBeside = async (id: number, minutes: number) => {
  const { inn, moment } = await beside(id, minutes);
  const { body, headers } = asMultipart({}, `ИНН;Вид;Дата и время\r\n${inn};звонок;${moment}`);
  return manager.client.send('POST', `/api/legal-entities/${scenario.company}/contacts/file`, body, headers);
};

const CHECKED = 'Оператор площадки проверяет эту запись: пока он не решил, её не меняют';
const FOUND = 'Оператор площадки проверил эту запись и решил, что контакт был';

describe('a contact that its creditor would deny', () => {
  test('waits while a complaint about it is open, and its button says why', async () => {
    const call = await record();
    expect(await openOf(call)).toMatchObject({ closed: null });
    const { id } = await complainOf(call, 'threat');
    for (const { client } of [manager, head]) {
      const denied = await fail(call, client);
      expect([denied.status, denied.body.message]).toEqual([409, CHECKED]);
    }
    expect(await openOf(call)).toMatchObject({ closed: CHECKED });
    expect((await decide(id, 'dismiss')).status).toBe(200);
    // That there was no threat says nothing of whether he was reached.
    expect((await fail(call)).status).toBe(200);
  });

  test.each([
    ['threat', 'uphold'],
    ['other', 'uphold'],
    ['untrue', 'dismiss'],
  ])('stays once operators have said that it was: %s, %s', async (kind, move) => {
    const call = await record();
    const made = await scenario.debtor.post(`/api/contacts/${call}/complaint`, { kind, words: 'Он звонил' });
    expect((await decide(made.body.id, move)).status).toBe(200);
    const denied = await fail(call);
    expect([denied.status, denied.body.message, await statusOf(call)]).toEqual([409, FOUND, 'held']);
    expect(await openOf(call)).toMatchObject({ closed: FOUND });
  });

  test('waits as well where nobody has told of it yet', async () => {
    const call = await record();
    await run(`update contact_records set told_at = null, created_at = at - interval '1 day' where id = $1`, [call]);
    await complainOf(call, 'insult');
    expect((await fail(call)).status).toBe(409);
  });
});

describe('a contact that its creditor has denied', () => {
  test('counts again by whichever complaint about it operators uphold', async () => {
    const call = await record();
    expect((await fail(call)).status).toBe(200);
    const { id } = await complainOf(call, 'threat');
    expect((await decide(id, 'uphold')).status).toBe(200);
    expect(await statusOf(call)).toBe('held');
    expect((await fail(call)).body.message).toBe(FOUND);
    expect((await complainOf(call, 'threat')).id).toBe(id);
    const { items } = (await manager.client.get('/api/notifications')).body;
    expect(items[0].detail).toMatch(/Угрозы или давление\. Контакт был и снова считается$/);
  });

  test('is not entered again while operators look at it', async () => {
    const call = await record();
    expect((await fail(call)).status).toBe(200);
    const { id } = await complainOf(call, 'threat');
    const again = await enterBeside(call);
    expect([again.status, again.body.fields]).toEqual([400, { time: CHECKED }]);
    expect((await decide(id, 'dismiss')).status).toBe(200);
    expect((await enterBeside(call)).status).toBe(200);
  });

  test('stays denied where the same was entered again before: it counts once', async () => {
    const call = await record();
    expect((await fail(call)).status).toBe(200);
    expect((await enterBeside(call)).status).toBe(200);
    const { id } = await complainOf(call, 'untrue');
    expect((await decide(id, 'uphold')).status).toBe(200);
    expect(await statusOf(call)).toBe('failed');
    expect((await complainOf(call, 'untrue')).id).toBe(id);
  });

  test('keeps the very same that was entered again from being denied: that one is what counts', async () => {
    const call = await record();
    expect((await fail(call)).status).toBe(200);
    expect((await enterBeside(call)).status).toBe(200);
    const [twin] = await run('select max(id) as id from contact_records');
    const again = twin!['id'] as number;
    const { id } = await complainOf(call, 'untrue');
    expect((await fail(again)).body.message).toBe(CHECKED);
    expect(await openOf(again)).toMatchObject({ closed: CHECKED });
    expect((await decide(id, 'uphold')).status).toBe(200);
    const denied = await fail(again, head.client);
    expect([denied.status, denied.body.message, await statusOf(again)]).toEqual([409, FOUND, 'held']);
  });
});

describe('a contact of which nobody has told', () => {
  const untold = async () => {
    const call = await record();
    await run(`update contact_records set told_at = null, created_at = at - interval '1 day' where id = $1`, [call]);
    return call;
  };
  const rowOf = async (id: number) =>
    (await run('select status, at, told_at is not null as told from contact_records where id = $1', [id]))[0]!;

  test('is not told of at another hour while operators look at it, by hand or by file', async () => {
    const call = await untold();
    const { id } = await complainOf(call, 'threat');
    const before = await rowOf(call);
    const told = await enterBeside(call, 30);
    expect([told.status, told.body.fields]).toEqual([400, { time: CHECKED }]);
    const loaded = await loadBeside(call, 30);
    expect(loaded.body, loaded.text).toMatchObject({ taken: 0, problems: [{ row: 2, message: CHECKED }] });
    expect(await rowOf(call)).toEqual(before);
    // That there was no threat says nothing of whether it was.
    expect((await decide(id, 'dismiss')).status).toBe(200);
    expect((await enterBeside(call, 30)).status).toBe(200);
    expect((await rowOf(call))['at']).not.toEqual(before['at']);
  });

  test.each([
    ['threat', 'uphold', {}],
    ['untrue', 'uphold', { finding: 'otherwise' }],
    ['untrue', 'dismiss', {}],
  ])('is told of once operators have said that it was: %s, %s', async (kind, move, more) => {
    const call = await untold();
    const { at } = await rowOf(call);
    const { id } = await complainOf(call, kind);
    expect((await decide(id, move, more)).status).toBe(200);
    expect(await rowOf(call)).toEqual({ status: 'held', at, told: true });
    expect((await enterBeside(call, 30)).status).toBe(200);
    expect(await rowOf(call)).toEqual({ status: 'held', at, told: true });
  });
});

describe('whoever has complained', () => {
  test('complains anew of a contact that was denied since', async () => {
    const call = await record();
    const first = await complainOf(call, 'threat');
    await decide(first.id, 'dismiss');
    expect((await complainOf(call, 'insult')).id).toBe(first.id);
    expect((await fail(call)).status).toBe(200);
    const own = (await scenario.debtor.get('/api/complaints')).body.items;
    expect(own.find(({ id }: { id: number }) => id === first.id)).toMatchObject({ mayAgain: true });
    const second = await complainOf(call, 'untrue');
    expect(second).toMatchObject({ status: 'open', kind: 'untrue', mayAgain: false });
    expect(second.id).not.toBe(first.id);
    expect((await complainOf(call, 'untrue')).id).toBe(second.id);
    expect(await card(second.id)).toMatchObject({ status: 'open', record: { stood: 'failed', status: 'failed' } });
    expect((await decide(second.id, 'uphold')).status).toBe(200);
    expect(await statusOf(call)).toBe('held');
    // What the decision itself has changed is no reason.
    expect((await complainOf(call, 'untrue')).id).toBe(second.id);
  });

  test('complains anew of a message that says something else since it was decided', async () => {
    // What answers the debtor is no contact, and may be put right more than once.
    await say(debtor, chat, 'Слушаю');
    const { body: message } = await say(manager, chat, 'Вежливые слова');
    const at = `/api/chats/${chat}/message/${message.id}`;
    const complain = async () => (await debtor.client.post(`${at}/complaint`, { kind: 'threat' })).body;
    const edit = (text: string) => manager.client.patch(at, { text });
    const first = await complain();
    expect((await edit('Другие слова')).status).toBe(200);
    // The operator reads both.
    expect((await complain()).id).toBe(first.id);
    expect((await decide(first.id, 'dismiss')).status).toBe(200);
    expect((await complain()).id).toBe(first.id);
    expect((await edit('Третьи слова')).status).toBe(200);
    const second = await complain();
    expect(second).toMatchObject({ status: 'open', mayAgain: false });
    expect(second.id).not.toBe(first.id);
    expect((await card(second.id)).message.versions).toHaveLength(3);
    expect((await decide(second.id, 'dismiss')).status).toBe(200);
    // Put back, it is what was decided of.
    await edit('Четвёртые слова');
    await edit('Третьи слова');
    expect((await complain()).id).toBe(second.id);
  });
});

describe('what was recorded otherwise than it was', () => {
  test('is «не было» or «было, но иначе»: the second counts still, and the journal says so', async () => {
    const [never, otherwise] = [await record(), await record('meeting')];
    const [one, other] = [await complainOf(never, 'untrue'), await complainOf(otherwise, 'untrue')];
    expect(await card(one.id)).toMatchObject({ findings: ['never', 'otherwise'] });
    const unsaid = await decide(one.id, 'uphold');
    expect([unsaid.status, Object.keys(unsaid.body.fields)]).toEqual([400, ['finding']]);
    expect((await decide(one.id, 'uphold', { finding: 'never' })).body).toMatchObject({ finding: 'never' });
    expect((await decide(other.id, 'uphold', { finding: 'otherwise' })).body).toMatchObject({ finding: 'otherwise' });
    expect([await statusOf(never), await statusOf(otherwise)]).toEqual(['failed', 'held']);
    const { items } = (await manager.client.get('/api/contacts?filter[kind]=meeting')).body;
    expect(items.find(({ id }: { id: number }) => id === otherwise)).toMatchObject({
      status: 'held',
      note: 'Обещал заплатить',
      finding: 'otherwise',
    });
    expect((await fail(otherwise)).status).toBe(409);
  });

  test('has no choice where it was denied', async () => {
    const call = await record();
    expect((await fail(call)).status).toBe(200);
    const { id } = await complainOf(call, 'untrue');
    expect(await card(id)).toMatchObject({ findings: [], record: { stood: 'failed' } });
    expect((await decide(id, 'uphold', { finding: 'otherwise' })).status).toBe(400);
    expect((await decide(id, 'uphold')).status).toBe(200);
    expect(await statusOf(call)).toBe('held');
  });

  test('has no choice where it is of how he was spoken to', async () => {
    const call = await record();
    const { id } = await complainOf(call, 'threat');
    expect(await card(id)).toMatchObject({ findings: [] });
    const refused = await decide(id, 'uphold', { finding: 'never' });
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['finding']]);
  });

  test('is decided as it was read: what has changed since is read anew', async () => {
    const call = await record();
    const { id } = await complainOf(call, 'untrue');
    const { seen } = await card(id);
    await run(`update contact_records set at = at + interval '1 hour' where id = $1`, [call]);
    const stale = await decide(id, 'uphold', { finding: 'never', seen });
    expect([stale.status, stale.body.code]).toEqual([409, 'version.stale']);
    expect((await decide(id, 'uphold', { finding: 'never' })).status).toBe(200);
  });
});

test('a call that operators give back says which of that week are beyond the law now', async () => {
  await run('delete from complaints where contact_id is not null');
  await run('delete from contact_records');
  await takeClaim();
  // By one clock, so that noon is day by each claim.
  await run('update registry_entries set tz = $1', [zoneOfNoon()]);
  // Three working days of one week.
  let monday = pastDay();
  monday = addDays(monday, 1 - weekday(monday));
  const calls: number[] = [];
  const enter = async (day: string) => {
    const made = await manager.client.post(journalAt(), { kind: 'call', day, time: '12:00' });
    expect(made.status, made.text).toBe(200);
    const [last] = await run('select max(id) as id from contact_records');
    calls.push(last!['id'] as number);
  };
  await enter(monday);
  expect((await fail(calls[0]!)).status).toBe(200);
  await enter(addDays(monday, 1));
  await enter(addDays(monday, 2));
  const against = async () =>
    (await deciding.get('/api/contacts?filter[against]=true')).body.items.map(({ id }: { id: number }) => id);
  const reasons = async () =>
    (await run('select reason from contact_records order by at')).map(({ reason }) => reason as string | null);
  const before = await reasons();
  expect(before[2]).toBeNull();
  const { id } = await complainOf(calls[0]!, 'untrue');
  expect((await decide(id, 'uphold')).status).toBe(200);
  expect(await statusOf(calls[0]!)).toBe('held');
  expect(await reasons()).toEqual([before[0], before[1], 'week_limit']);
  expect(await against()).toContain(calls[2]);
});
