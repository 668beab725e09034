import { describe, expect, test } from 'vitest';
import { openTalk } from '../chats/helpers/scene.ts';
import { receive, said, say, type Talker } from '../chats/helpers/talk.ts';
import type { Client } from '../helpers/client.ts';

/** «Пожаловаться» on a message or a contact, and what operators decide about it (docs/decisions/0200). */
const { scenario, chat, debtor, manager, head, run } = await openTalk();
const { client: deciding } = await scenario.testApp.operator('manager');
const { client: observing } = await scenario.testApp.operator('observer');

const complain = ({ client }: Talker, message: number, body: object = { kind: 'threat' }) =>
  client.post(`/api/chats/${chat}/message/${message}/complaint`, body);
const card = async (id: number) => (await deciding.get(`/internal/complaints/${id}`)).body;
/** As the operator has just read it; of a contact that is recorded otherwise than it was he finds that it never was. */
const decide = async (client: Client, id: number, move: string, answer = 'Мы предупредили кредитора') => {
  const { seen, findings } = await card(id);
  const finding = move === 'uphold' && findings.length > 0 ? { finding: 'never' } : {};
  return client.post(`/internal/complaints/${id}/decision`, { move, answer, seen, ...finding });
};
const told = async (client: Client) =>
  (await client.get('/api/notifications')).body.items.filter(({ title }: { title: string }) => /жалоб/i.test(title));

describe('a complaint about a message', () => {
  test('calls an operator into the talk, which both sides read, and keeps what the message had said', async () => {
    const { body: message } = await say(manager, chat, 'Заплатите, иначе будет хуже');
    expect((await deciding.get(`/api/chats/${chat}/info`)).status).toBe(404);
    const made = await complain(debtor, message.id, { kind: 'threat', words: 'Он мне угрожает' });
    expect(made.status, made.text).toBe(200);
    expect(made.body).toMatchObject({ messageId: message.id, contactId: null, status: 'open', answer: null });
    expect((await deciding.get(`/api/chats/${chat}/info`)).body).toMatchObject({ operator: 'called' });
    expect(said(await receive(manager, chat)).at(-1)).toMatch(/Заёмщик позвал оператора площадки$/);
    expect(await told(deciding)).toMatchObject([
      { title: 'Жалоба на сообщение в разговоре', link: `/complaints?preview=${made.body.id}` },
    ]);
    const edited = await manager.client.patch(`/api/chats/${chat}/message/${message.id}`, { text: 'Заплатите' });
    expect(edited.status, edited.text).toBe(200);
    expect(await card(made.body.id)).toMatchObject({
      words: 'Он мне угрожает',
      message: {
        chatId: chat,
        side: 'creditor',
        versions: [{ text: 'Заплатите, иначе будет хуже' }, { text: 'Заплатите' }],
      },
      record: null,
      tellsCreditor: true,
      isOfReader: false,
      moves: ['uphold', 'dismiss'],
    });
  });

  test('is one of each person, also of two at once', async () => {
    const { body: message } = await say(manager, chat, 'Ещё слова');
    const twice = await Promise.all([complain(debtor, message.id), complain(debtor, message.id, { kind: 'insult' })]);
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    expect(twice[0].body).toEqual(twice[1].body);
    expect((await complain(debtor, message.id, { kind: 'misleading' })).body.id).toBe(twice[0].body.id);
  });

  test('is of another side alone, also of what was taken back', async () => {
    const { body: own } = await say(debtor, chat, 'Моё слово');
    const { body: theirs } = await say(head, chat, 'Слово руководителя');
    const [event] = (await receive(debtor, chat)).items;
    expect(event.authorKind).toBe(57);
    const asked = [complain(debtor, own.id), complain(manager, theirs.id), complain(debtor, event.id)];
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([404, 404, 404]);
    expect((await head.client.delete(`/api/chats/${chat}/message/${theirs.id}`)).status).toBe(200);
    expect((await complain(debtor, theirs.id)).status).toBe(200);
    expect((await complain(manager, own.id, { kind: 'insult' })).status).toBe(200);
    expect((await manager.client.get('/api/complaints')).body.items).toMatchObject([{ messageId: own.id }]);
    expect((await head.client.get('/api/complaints')).body.items).toEqual([]);
  });

  test('says what of, in words where no other word fits', async () => {
    const { body: own } = await say(debtor, chat, 'Ещё моё слово');
    const { body: theirs } = await say(manager, chat, 'И слово кредитора');
    const refused = async (talker: Talker, id: number, body: object) => {
      const reply = await complain(talker, id, body);
      return [reply.status, Object.keys(reply.body.fields ?? {})];
    };
    expect(await refused(debtor, theirs.id, { kind: 'untrue' })).toEqual([400, ['kind']]);
    expect(await refused(manager, own.id, { kind: 'others' })).toEqual([400, ['kind']]);
    expect(await refused(debtor, theirs.id, { kind: 'other' })).toEqual([400, ['words']]);
  });

  test('is decided once, by operators who may; both sides hear of it, the creditor without its words', async () => {
    const { body: message } = await say(manager, chat, 'Обидное слово');
    const { id } = (await complain(debtor, message.id, { kind: 'insult', words: 'Тайные слова' })).body;
    expect((await observing.get(`/internal/complaints/${id}`)).body).toMatchObject({ id, moves: [] });
    expect((await decide(observing, id, 'uphold')).status).toBe(403);
    const decided = await decide(deciding, id, 'uphold');
    expect([decided.status, decided.body.status], decided.text).toEqual([200, 'upheld']);
    expect((await decide(deciding, id, 'dismiss')).status).toBe(409);
    const own = (await debtor.client.get('/api/complaints')).body.items.find((one: { id: number }) => one.id === id);
    expect(own).toMatchObject({ status: 'upheld', answer: 'Мы предупредили кредитора' });
    // Which message it was is told by its day and its debt, and the link opens it.
    const link = `/chat-${chat}?message=${message.no}`;
    const thing = expect.stringMatching(/^Сообщение от \d\d\.\d\d\.\d{4}, У-\d{4}-\d{6}\. /);
    expect((await told(debtor.client))[0]).toMatchObject({
      title: `Ваша жалоба № ${id} признана обоснованной`,
      detail: thing,
      link,
    });
    expect((await told(debtor.client))[0].detail).toMatch(/Ответ оператора: Мы предупредили кредитора$/);
    const [theirs] = await told(manager.client);
    expect(theirs).toMatchObject({ title: 'Жалоба на ваше сообщение признана обоснованной', detail: thing, link });
    expect(JSON.stringify(theirs)).not.toMatch(/Тайные|предупредили|Обидное/);
    const waiting = await run(
      `select id from notifications where about_type = 'complaints' and about_id = $1 and decided_at is null`,
      [id],
    );
    expect(waiting).toEqual([]);
  });

  test('that was not confirmed is told to nobody but whoever has made it', async () => {
    const before = (await told(manager.client)).length;
    const { body: message } = await say(manager, chat, 'Обычное слово');
    const { id } = (await complain(debtor, message.id)).body;
    expect((await decide(deciding, id, 'dismiss', 'Угрозы здесь нет')).body.status).toBe('dismissed');
    expect((await told(debtor.client))[0]).toMatchObject({ title: `Ваша жалоба № ${id} не подтвердилась` });
    expect(await told(manager.client)).toHaveLength(before);
  });

  test('that was found justified keeps what it is of away, whoever has taken it, and tells all that was done to it', async () => {
    const { body: message } = await say(manager, chat, 'Выломаем дверь');
    const at = `/api/chats/${chat}/message/${message.id}`;
    const restore = (client: Client) => client.post(`${at}/restore-deleted`);
    const { id } = (await complain(debtor, message.id)).body;
    expect((await manager.client.patch(at, { text: 'Приедем' })).status).toBe(200);
    expect((await manager.client.delete(at)).body.moves).toEqual(['restore']);
    expect((await restore(manager.client)).status).toBe(200);
    expect((await manager.client.delete(at)).status).toBe(200);
    expect((await decide(deciding, id, 'uphold')).status).toBe(200);
    for (const { client } of [manager, { client: deciding }]) {
      const back = await restore(client);
      expect([back.status, back.body.message]).toEqual([
        409,
        'Жалоба на это сообщение признана обоснованной: вернуть его нельзя',
      ]);
    }
    const shown = (await receive(manager, chat)).items.find((one: { id: number }) => one.id === message.id);
    expect(shown).toMatchObject({ text: null, moves: [] });
    expect((await card(id)).message).toMatchObject({
      versions: [{ text: 'Выломаем дверь' }, { text: 'Приедем' }],
      acts: ['edited', 'removed', 'restored', 'removed'].map((what) => ({ what, by: 'creditor' })),
    });
  });

  test('that was found justified while its message stood, keeps it away once it is taken', async () => {
    const { body: message } = await say(manager, chat, 'Заберём детей');
    const { id } = (await complain(debtor, message.id)).body;
    expect((await decide(deciding, id, 'uphold')).status).toBe(200);
    const at = `/api/chats/${chat}/message/${message.id}`;
    expect((await manager.client.delete(at)).body.moves).toEqual([]);
    expect((await manager.client.post(`${at}/restore-deleted`)).status).toBe(409);
  });

  test('that was not confirmed keeps nothing away', async () => {
    const { body: message } = await say(manager, chat, 'Напишите нам');
    const { id } = (await complain(debtor, message.id)).body;
    expect((await decide(deciding, id, 'dismiss')).status).toBe(200);
    const at = `/api/chats/${chat}/message/${message.id}`;
    expect((await manager.client.delete(at)).status).toBe(200);
    expect((await manager.client.post(`${at}/restore-deleted`)).body.text).toBe('Напишите нам');
  });

  test('about an operator is decided by another one', async () => {
    const support = (await debtor.client.post('/api/chats/support')).body.id as number;
    const { accountId } = (await deciding.get(`/api/chats/${support}/info`)).body;
    const { body: message } = await say({ client: deciding, accountId }, support, 'Отвечу позже');
    const made = await debtor.client.post(`/api/chats/${support}/message/${message.id}/complaint`, { kind: 'insult' });
    expect(made.status, made.text).toBe(200);
    expect(await card(made.body.id)).toMatchObject({ moves: [], isOfReader: true, tellsCreditor: false });
    expect((await decide(deciding, made.body.id, 'dismiss')).status).toBe(409);
    expect((await decide(scenario.operator, made.body.id, 'dismiss')).status).toBe(200);
  });

  test('stands in the audit without a word of it', async () => {
    const rows = await run(
      `select before::text || '' as before, after::text as after from audit_log where object_type = 'complaints'`,
    );
    expect(rows.length).toBeGreaterThan(3);
    expect(JSON.stringify(rows)).not.toMatch(/угрожает|Тайные|предупредили/);
  });
});

describe('a complaint about a contact', () => {
  let entry: number;
  let recorded = 0;
  const record = async (kind: string, status = 'held'): Promise<number> => {
    entry = await scenario.claim();
    const [made] = await run(
      `insert into contact_records (legal_entity_id, registry_entry_id, individual_id, kind, source, status, at, told_at, account_id, note)
       values ($1, $2, $3, $4, 'hand', $5, date_trunc('minute', now()) - interval '30 days' - make_interval(hours => $7), now(), $6, 'Обещал заплатить') returning id`,
      [scenario.company, entry, scenario.debtorId, kind, status, manager.accountId, 5 * recorded++],
    );
    return made!['id'] as number;
  };
  /** What its author says of a call that he has told of. */
  const deny = (id: number) =>
    run(
      `update contact_records set status = 'failed', failed_by = $2, failed_why = 'Ошибся днём', told_at = now() where id = $1`,
      [id, manager.accountId],
    );
  const journalOf = () =>
    `/api/legal-entities/${scenario.company}/registries/${scenario.registry}/entries/${entry}/contacts`;
  const upheld = async (id: number): Promise<void> => {
    const { body } = await complainOf(id, 'untrue');
    const decided = await decide(deciding, body.id, 'uphold');
    expect(decided.status, decided.text).toBe(200);
  };
  const complainOf = (id: number, kind: string, client = scenario.debtor) =>
    client.post(`/api/contacts/${id}/complaint`, { kind });
  const statusOf = async (id: number) =>
    (await run('select status from contact_records where id = $1', [id]))[0]!['status'];

  test('that it was not, takes it out of those that count once operators agree', async () => {
    const call = await record('call');
    const made = await complainOf(call, 'untrue');
    expect(made.status, made.text).toBe(200);
    expect(await card(made.body.id)).toMatchObject({
      contact: 'call',
      message: null,
      record: { note: 'Обещал заплатить', author: expect.any(String), status: 'held', stood: 'held', failedBy: null },
      debtor: expect.any(String),
    });
    expect((await decide(deciding, made.body.id, 'uphold')).status).toBe(200);
    expect(await statusOf(call)).toBe('failed');
    // Asked again, he reads what came of it.
    expect((await complainOf(call, 'untrue')).body).toMatchObject({ id: made.body.id, status: 'upheld' });
    const [{ day, number }] = (await run(
      `select to_char(r.at at time zone e.tz, 'DD.MM.YYYY') as day, e.contract_number as number
       from contact_records r join registry_entries e on e.id = r.registry_entry_id where r.id = $1`,
      [call],
    )) as [{ day: string; number: string }];
    expect((await told(manager.client))[0]).toMatchObject({
      detail: `Звонок ${day}, договор № ${number}. Этого не было или записана неправда. Что установил оператор: Этого не было`,
      link: `/dashboard/contacts?filter[id]=${call}`,
    });
    expect((await told(scenario.debtor))[0]).toMatchObject({
      title: `Ваша жалоба № ${made.body.id} признана обоснованной`,
      detail: `Звонок ${day}, договор № ${number}. Ответ оператора: Мы предупредили кредитора`,
      link: `/dashboard/contacts?filter[id]=${call}`,
    });
    const { items } = (await scenario.debtor.get(`/api/contacts?filter[id]=${call}`)).body;
    expect(items.map((row: { id: number }) => row.id)).toEqual([call]);
  });

  test('which operators have found not to have been, is not entered again', async () => {
    const call = await record('call');
    await upheld(call);
    const [{ day, time }] = (await run(
      `select to_char(r.at at time zone e.tz, 'YYYY-MM-DD') as day, to_char(r.at at time zone e.tz, 'HH24:MI') as time
       from contact_records r join registry_entries e on e.id = r.registry_entry_id where r.id = $1`,
      [call],
    )) as [{ day: string; time: string }];
    const again = await manager.client.post(journalOf(), { kind: 'call', day, time });
    expect([again.status, again.body.fields]).toEqual([
      400,
      { time: 'Оператор установил по жалобе, что этого не было: внести это снова нельзя' },
    ]);
    expect((await manager.client.post(journalOf(), { kind: 'meeting', day, time })).status).toBe(200);
  });

  test('that its creditor denies, counts again once operators agree, and is denied no more', async () => {
    const call = await record('call');
    await deny(call);
    const { body: made } = await complainOf(call, 'untrue');
    expect((await card(made.id)).record).toMatchObject({
      stood: 'failed',
      status: 'failed',
      failedBy: expect.any(String),
      failedWhy: 'Ошибся днём',
    });
    expect((await decide(deciding, made.id, 'uphold')).status).toBe(200);
    expect(await run('select status, failed_by, failed_why from contact_records where id = $1', [call])).toEqual([
      { status: 'held', failed_by: null, failed_why: null },
    ]);
    await run(`update contact_records set created_at = now() where id = $1`, [call]);
    expect((await manager.client.post(`${journalOf()}/${call}/fail`, { why: 'Не дозвонился' })).status).toBe(409);
  });

  test('which its creditor has put right before it is decided, stays so', async () => {
    const call = await record('call');
    const { body: made } = await complainOf(call, 'untrue');
    await deny(call);
    expect((await card(made.id)).record).toMatchObject({ stood: 'held', status: 'failed' });
    expect((await decide(deciding, made.id, 'uphold')).status).toBe(200);
    expect(await statusOf(call)).toBe('failed');
  });

  test('of how it was, or one that was not confirmed, leaves it as it is', async () => {
    const [rude, true_] = [await record('call'), await record('meeting')];
    const { body: one } = await complainOf(rude, 'insult');
    const { body: other } = await complainOf(true_, 'untrue');
    await decide(deciding, one.id, 'uphold');
    await decide(deciding, other.id, 'dismiss');
    expect([await statusOf(rude), await statusOf(true_)]).toEqual(['held', 'held']);
  });

  test('is of what has been, by its own debtor', async () => {
    expect((await complainOf(await record('call', 'planned'), 'insult')).status).toBe(409);
    const held = await record('call');
    expect((await complainOf(held, 'insult', scenario.other)).status).toBe(404);
    expect((await complainOf(held, 'insult', scenario.manager)).status).toBe(403);
  });
});

describe('the call of a complaint', () => {
  const infoOf = async ({ client }: Talker) => (await client.get(`/api/chats/${chat}/info`)).body;
  const complained = async (text: string): Promise<number> =>
    (await complain(debtor, (await say(manager, chat, text)).body.id)).body.id;

  test('ends with the decision of the last one, which both sides read, and may be made again', async () => {
    const waiting = (await deciding.get('/internal/complaints?limit=100&filter[status][]=open')).body.items;
    for (const { id } of waiting) expect((await decide(scenario.operator, id, 'dismiss')).status).toBe(200);
    expect(await infoOf(debtor)).toMatchObject({ operator: 'absent', moves: ['send', 'call'] });
    const [first, second] = [await complained('Раз'), await complained('Два')];
    expect(await infoOf(debtor)).toMatchObject({ operator: 'called', moves: ['send'] });
    await decide(deciding, first, 'uphold');
    expect(await infoOf(debtor)).toMatchObject({ operator: 'called' });
    await decide(deciding, second, 'dismiss');
    expect(said(await receive(manager, chat)).at(-1)).toMatch(/Оператор площадки рассмотрел жалобу на сообщение$/);
    expect(await infoOf(manager)).toMatchObject({ operator: 'absent', moves: ['send', 'call'] });
    // What it was about is still his to look after.
    expect((await deciding.get(`/api/chats/${chat}/info`)).status).toBe(200);
    expect((await deciding.get('/api/chats?filter[waits]=true')).body.items).not.toContainEqual(
      expect.objectContaining({ id: chat }),
    );
  });

  test('also once an operator has come because of it', async () => {
    const id = await complained('Три');
    const { accountId } = (await deciding.get(`/api/chats/${chat}/info`)).body;
    expect((await say({ client: deciding, accountId }, chat, 'Разбираюсь')).status).toBe(200);
    expect(await infoOf(debtor)).toMatchObject({ operator: 'joined', moves: ['send'] });
    await decide(deciding, id, 'uphold');
    expect(await infoOf(debtor)).toMatchObject({ operator: 'absent', moves: ['send', 'call'] });
  });

  test('is not the call that somebody makes himself, which stands until an operator comes', async () => {
    const called = await debtor.client.post(`/api/chats/${chat}/call`, { reason: 'Помогите договориться' });
    expect(called.body).toMatchObject({ operator: 'called' });
    await decide(deciding, await complained('Четыре'), 'uphold');
    expect(await infoOf(debtor)).toMatchObject({ operator: 'called', moves: ['send'] });
  });
});

test('the list has those that wait first, by status, by what of and by creditor, and goes out as a table', async () => {
  const { items } = (await observing.get('/internal/complaints?limit=100')).body;
  const waits = items.map(({ status }: { status: string }) => status === 'open');
  expect(waits).toEqual(waits.toSorted((one: boolean, other: boolean) => Number(other) - Number(one)));
  const { counts } = (await observing.get('/internal/complaints/counts')).body;
  expect(counts).toMatchObject({ all: items.length, open: waits.filter(Boolean).length });
  const insults = (
    await observing.get(`/internal/complaints?filter[kind]=insult&filter[legalEntityId]=${scenario.company}`)
  ).body;
  expect(
    insults.items.every(({ kind, creditor }: { kind: string; creditor: string }) => kind === 'insult' && creditor),
  ).toBe(true);
  expect(insults.total).toBeGreaterThan(0);
  expect((await observing.get('/internal/complaints/exports/excel')).status).toBe(403);
  expect((await deciding.get('/internal/complaints/exports/excel')).status).toBe(200);
});
