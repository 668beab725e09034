import { describe, expect, test } from 'vitest';
import { addDays, weekday } from '#domain/values/days.ts';
import { openTalk } from '../chats/helpers/scene.ts';
import { say } from '../chats/helpers/talk.ts';
import { pastDay } from '../contacts/helpers/days.ts';
import type { Client } from '../helpers/client.ts';
import { asMultipart } from '../helpers/files/multipart.ts';
import { zoneOfNoon } from '../helpers/zone-of-noon.ts';

/** What follows from what operators have found by a complaint (docs/decisions/0206). */
const { scenario, chat, debtor, manager, head, run } = await openTalk({ demo: false });
const { client: deciding, accountId: decider } = await scenario.testApp.operator('manager');

const card = async (id: number, client = deciding) => (await client.get(`/internal/complaints/${id}`)).body;
/** Decides as the operator has just read it. */
const decide = async (id: number, move: string, more: object = {}, client: Client = deciding) => {
  const { seen } = await card(id);
  return client.post(`/internal/complaints/${id}/decision`, { move, answer: 'Мы проверили запись', seen, ...more });
};

let entry: number;
let recorded = 0;
/** Each of an hour of its own, further apart than what is told of is taken for what was planned. */
const record = async (kind = 'call', status = 'held'): Promise<number> => {
  entry = await scenario.claim();
  const [made] = await run(
    `insert into contact_records (legal_entity_id, registry_entry_id, individual_id, kind, source, status, at, told_at, account_id, note)
     values ($1, $2, $3, $4, 'hand', $5, date_trunc('minute', now()) - interval '30 days' - make_interval(hours => $7), now(), $6, 'Обещал заплатить') returning id`,
    [scenario.company, entry, scenario.debtorId, kind, status, manager.accountId, 5 * recorded++],
  );
  return made!['id'] as number;
};
const journalAt = () =>
  `/api/legal-entities/${scenario.company}/registries/${scenario.registry}/entries/${entry}/contacts`;
const fail = (id: number, client = manager.client) =>
  client.post(`${journalAt()}/${id}/fail`, { why: 'Не дозвонился' });
const complainOf = async (id: number, kind: string) => {
  const made = await scenario.debtor.post(`/api/contacts/${id}/complaint`, { kind });
  expect(made.status, made.text).toBe(200);
  return made.body;
};
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
  entry = await scenario.claim();
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

describe('nobody decides of what he has done himself', () => {
  test.each([
    ['recorded', () => manager],
    ['denied', () => head],
  ])('as whoever has %s the contact', async (_done, whoOf) => {
    const call = await record();
    expect((await fail(call, head.client)).status).toBe(200);
    const { id } = await complainOf(call, 'threat');
    const { client, accountId } = await scenario.testApp.operator('manager');
    const who = whoOf().accountId;
    await run(`update accounts set phone = '+79990001133' where id in ($1, $2)`, [who, accountId]);
    await run('update accounts set phone_confirmed_at = now() where id = $1', [who]);
    expect(await card(id, client)).toMatchObject({ isOfReader: true, moves: [] });
    const refused = await decide(id, 'dismiss', {}, client);
    expect([refused.status, refused.body.code], refused.text).toEqual([409, 'move.illegal']);
    await run('update accounts set phone = null, phone_confirmed_at = null where id = $1', [who]);
    expect((await decide(id, 'dismiss', {}, scenario.operator)).status).toBe(200);
  });
});

describe('nobody decides of a complaint that is his own', () => {
  const complained = async () => {
    const call = await record();
    return (await complainOf(call, 'threat')).id as number;
  };
  const refusedOwn = async (id: number) => {
    expect(await card(id)).toMatchObject({ moves: [] });
    const refused = await decide(id, 'dismiss');
    expect([refused.status, refused.body.code], refused.text).toEqual([409, 'approval.own']);
    expect((await decide(id, 'dismiss', {}, scenario.operator)).status).toBe(200);
  };

  test('by his phone', async () => {
    const id = await complained();
    const [{ phone }] = (await run('select phone from accounts where id = $1', [decider])) as [
      { phone: string | null },
    ];
    await run(`update accounts set phone = '+79990001122', phone_confirmed_at = now() where id in ($1, $2)`, [
      decider,
      debtor.accountId,
    ]);
    await refusedOwn(id);
    await run('update accounts set phone = $2 where id = $1', [decider, phone]);
  });

  test('by his full name', async () => {
    const { client, accountId } = await scenario.testApp.operator('manager');
    const id = await complained();
    await run(
      `update operators o set last_name = i.last_name, first_name = i.first_name, middle_name = i.middle_name
       from individuals i where i.id = $2 and o.account_id = $1`,
      [accountId, scenario.debtorId],
    );
    expect((await card(id, client)).moves).toEqual([]);
    const refused = await decide(id, 'dismiss', {}, client);
    expect(refused.status, refused.text).toBe(409);
  });

  test('but not by a name and a phone that an employee has typed in himself', async () => {
    const { client, accountId } = await scenario.testApp.operator('manager');
    const [name] = await run(
      `update operators set middle_name = 'Ильич' where account_id = $1 returning last_name, first_name, middle_name`,
      [accountId],
    );
    const [mine] = await run('select last_name, first_name, middle_name from employees where account_id = $1', [
      head.accountId,
    ]);
    for (const row of [name!, mine!]) {
      await run('update employees set last_name = $2, first_name = $3, middle_name = $4 where account_id = $1', [
        head.accountId,
        ...Object.values(row),
      ]);
    }
    await run(
      `update accounts set phone = (select phone from accounts where id = $2), phone_confirmed_at = null where id = $1`,
      [head.accountId, accountId],
    );
    const { body: message } = await say(head, chat, 'Слова с чужим именем');
    const made = await debtor.client.post(`/api/chats/${chat}/message/${message.id}/complaint`, { kind: 'threat' });
    const decided = await decide(made.body.id, 'dismiss', {}, client);
    expect(decided.status, decided.text).toBe(200);
  });

  test('by the browser that both have signed in from', async () => {
    const { client, accountId } = await scenario.testApp.operator('manager');
    const id = await complained();
    await run(`insert into known_devices (account_id, token_hash) values ($1, sha256('one')), ($2, sha256('one'))`, [
      accountId,
      debtor.accountId,
    ]);
    expect((await decide(id, 'dismiss', {}, client)).status).toBe(409);
  });
});
