import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { smallPaper } from '../helpers/files/multipart.ts';
import { creditorOf, debtorOf, lump, offer } from '../settlements/helpers/bargaining.ts';
import { openTalk } from './helpers/scene.ts';
import { receive, said, say, type Talker } from './helpers/talk.ts';

/** Talks over HTTP: what is stored, who reads it, what becomes of it (docs/decisions/0172). */
const { scenario, settlement, chat, debtor, manager, head, request, run } = await openTalk();
const last = async (talker: Talker) => (await receive(talker, chat, { limit: 1 })).items[0];
const at = `/api/chats/${chat}`;
const removed = (talker: Talker, id: number) => talker.client.delete(`${at}/message/${id}`);

describe('a chat', () => {
  test('goes on from the request as that of its settlement', async () => {
    const path = `/api/individuals/${scenario.debtorId}/questionnaires/${request.id}/chat`;
    expect((await debtor.client.get(path)).body).toEqual({ id: chat });
    expect((await manager.client.get(path)).body).toEqual({ id: chat });
    const { body } = await debtor.client.get(`${at}/info`);
    expect(body).toMatchObject({
      kind: 'settlement',
      settlementId: settlement,
      requestId: request.id,
      side: 'individual',
    });
  });

  test('tells each move of both in the words of the system, by numbers without gaps', async () => {
    const offered = await offer(scenario, debtorOf(scenario), settlement, lump(3_000_000));
    expect(offered.status, offered.text).toBe(200);
    const messages = await receive(manager, chat);
    expect(said(messages)).toEqual(['1 Заявка передана кредитору', '2 Торги открыты', '3 Заёмщик предложил условия']);
    expect(
      messages.items.every((one: { authorKind: number; author: null }) => one.authorKind === 57 && one.author === null),
    ).toBe(true);
  });

  test('stores a message once, whoever says it twice', async () => {
    const key = randomUUID();
    const [first, again] = await Promise.all([
      say(debtor, chat, 'Смогу платить с зарплаты', { key }),
      say(debtor, chat, 'Смогу платить с зарплаты', { key }),
    ]);
    expect([first.status, again.status], first.text + again.text).toEqual([200, 200]);
    expect(first.body.id).toBe(again.body.id);
    expect(first.body).toMatchObject({ no: 4, authorKind: 55, side: 'individual', own: true, status: 2, key });
    expect((await receive(manager, chat, { after: 3 })).items).toMatchObject([{ no: 4, own: false, key: null }]);
  });

  test('refuses other words by the key of a message, also while it is being said, and knows it after an edit', async () => {
    const key = randomUUID();
    const both = await Promise.all([say(debtor, chat, 'Первое', { key }), say(debtor, chat, 'Второе', { key })]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 422]));
    expect(both.find(({ status }) => status === 422)!.body.code).toBe('idempotency.reused');
    const { id, text } = both.find(({ status }) => status === 200)!.body;
    const edited = await debtor.client.patch(`/api/chats/${chat}/message/${id}`, { text: 'Исправлено' });
    expect(edited.status, edited.text).toBe(200);
    expect((await say(debtor, chat, text, { key })).body).toMatchObject({ id, text: 'Исправлено' });
    expect((await say(debtor, chat, 'Исправлено', { key })).body.code).toBe('idempotency.reused');
    expect((await say(debtor, chat, text, { key, replyTo: 1 })).body.code).toBe('idempotency.reused');
    const withFile = { key: randomUUID(), file: smallPaper };
    const { body: first } = await say(debtor, chat, '', withFile);
    expect((await say(debtor, chat, '', withFile)).body).toMatchObject({ id: first.id, file: first.file });
    const other = await say(debtor, chat, '', { ...withFile, file: smallPaper.replace('%%EOF', '%other\n%%EOF') });
    expect(other.body.code).toBe('idempotency.reused');
  });

  test('gives numbers without gaps to many who write at once', async () => {
    const before = (await receive(debtor, chat, { limit: 1 })).lastNo;
    const writers = [debtor, manager, head];
    const sent = await Promise.all(Array.from({ length: 30 }, (_, at) => say(writers[at % 3]!, chat, `Раз ${at}`)));
    expect(sent.filter(({ status }) => status !== 200)).toEqual([]);
    const { items } = await receive(debtor, chat, { after: before, limit: 200 });
    expect(items.map(({ no }: { no: number }) => no)).toEqual(Array.from({ length: 30 }, (_, at) => before + at + 1));
  });

  test('knows what the other side has read, and never unlearns it', async () => {
    const { body: message } = await say(debtor, chat, 'Прочитайте');
    const read = (talker: Talker, no: number) => talker.client.post(`${at}/account/${talker.accountId}/read`, { no });
    // His own reading, and that of nobody else, is no reading.
    await read(debtor, message.no);
    expect((await last(debtor)).status).toBe(2);
    expect((await read(manager, message.no)).body).toEqual({ readNo: message.no });
    expect((await last(debtor)).status).toBe(3);
    expect((await read(manager, 1)).body).toEqual({ readNo: message.no });
    expect((await read(head, 2_000_000_000)).body).toEqual({ readNo: message.no });
  });

  test('counts what is not read, and says whose word is awaited', async () => {
    await say(debtor, chat, 'Жду ответа');
    const own = async (talker: Talker) =>
      (await talker.client.get('/api/chats')).body.items.find(({ id }: { id: number }) => id === chat);
    expect(await own(manager)).toMatchObject({ unread: 1, waits: true, last: { text: 'Жду ответа', own: false } });
    expect(await own(debtor)).toMatchObject({ unread: 0, waits: false, last: { own: true } });
    expect((await manager.client.get('/api/chats/unread')).body.count).toBeGreaterThan(0);
    const waiting = await manager.client.get('/api/chats?filter[waits]=true');
    expect(waiting.body.items.map(({ id }: { id: number }) => id)).toContain(chat);
  });
});

describe('a message', () => {
  test('is put right within minutes, and what it said stays', async () => {
    const { body: message } = await say(debtor, chat, 'Заплачу 10');
    const edited = await debtor.client.patch(`${at}/message/${message.id}`, { text: 'Заплачу 10 000' });
    expect(edited.body).toMatchObject({ text: 'Заплачу 10 000', no: message.no });
    expect(edited.body.editedAt).not.toBeNull();
    expect(await run('select text from chat_edits where message_id = $1', [message.id])).toEqual([
      { text: 'Заплачу 10' },
    ]);
    await run(`update chat_messages set created_at = now() - interval '16 minutes' where id = $1`, [message.id]);
    expect((await debtor.client.patch(`${at}/message/${message.id}`, { text: 'Не заплачу' })).status).toBe(409);
    // Nobody puts right what another has said.
    expect((await manager.client.patch(`${at}/message/${message.id}`, { text: 'Не заплачу' })).status).toBe(404);
  });

  test('leaves its place when deleted, and comes back within a day', async () => {
    const { body: message } = await say(debtor, chat, 'Лишнее');
    const { lastChange } = await receive(manager, chat, { limit: 1 });
    expect((await removed(manager, message.id)).status).toBe(404);
    expect((await removed(debtor, message.id)).body).toMatchObject({ text: null, no: message.no, moves: ['restore'] });
    expect((await receive(manager, chat, { changedAfter: lastChange })).items).toMatchObject([
      { no: message.no, text: null },
    ]);
    const gone = await debtor.client.post(`${at}/read-deleted`);
    expect(gone.body.items.map(({ text }: { text: string }) => text)).toContain('Лишнее');
    expect((await manager.client.post(`${at}/read-deleted`)).body.items).toEqual([]);
    const restore = `${at}/message/${message.id}/restore-deleted`;
    expect((await debtor.client.post(restore)).body.text).toBe('Лишнее');
    await removed(debtor, message.id);
    await run(`update chat_messages set deleted_at = now() - interval '25 hours' where id = $1`, [message.id]);
    expect((await debtor.client.post(restore)).status).toBe(409);
  });

  test('has a file that both open, until it is taken away', async () => {
    const sent = await say(debtor, chat, '', { file: smallPaper });
    expect(sent.body, sent.text).toMatchObject({ text: null, file: { name: 'table.csv.pdf', type: 'pdf' } });
    const path = `${at}/files/${sent.body.file.id}`;
    expect((await manager.client.get(path)).text).toContain('%PDF');
    expect((await manager.client.delete(path)).status).toBe(404);
    expect((await debtor.client.delete(path)).body).toMatchObject({ file: null, fileGone: true });
    expect((await manager.client.get(path)).status).toBe(404);
    expect((await debtor.client.post(`${path}/restore-deleted`)).body.file.id).toBe(sent.body.file.id);
    await removed(debtor, sent.body.id);
    expect((await manager.client.get(path)).status).toBe(404);
  });

  test('says something, answers what is there, and is written by its sender alone', async () => {
    const nothing = await say(debtor, chat, '  ');
    expect([nothing.status, nothing.body.fields]).toEqual([400, { text: 'Напишите что-нибудь или приложите файл' }]);
    expect((await say(debtor, chat, 'Ответ', { replyTo: 1_000_000 })).status).toBe(400);
    const { no } = (await say(manager, chat, 'Сможете?')).body;
    const reply = await say(debtor, chat, 'Ответ', { replyTo: no });
    expect(reply.body.reply).toEqual({ no, text: 'Сможете?' });
    expect((await say({ ...debtor, accountId: manager.accountId }, chat, 'Я не он')).status).toBe(404);
  });

  test('is found by its words and by its day', async () => {
    await say(debtor, chat, 'Редкое слово: выхухоль_100%');
    expect((await receive(manager, chat, { q: 'ВЫХУХОЛЬ_100%' })).items).toHaveLength(1);
    expect((await receive(manager, chat, { q: 'выхухоль%100' })).items).toHaveLength(0);
    expect(
      (await receive(manager, chat, { since: '2020-01-01', limit: 2 })).items.map(({ no }: { no: number }) => no),
    ).toEqual([1, 2]);
    expect((await receive(manager, chat, { since: '2999-01-01' })).items).toEqual([]);
    const { items, more } = await receive(manager, chat, { before: 4, limit: 2 });
    expect([items.map(({ no }: { no: number }) => no), more]).toEqual([[2, 3], true]);
  });
});

describe('who takes part', () => {
  test('strangers find no chat, and operators none that they are not called to', async () => {
    const operator = await scenario.testApp.operator('manager');
    for (const stranger of [scenario.other, operator.client]) {
      expect((await stranger.get(`${at}/info`)).status).toBe(404);
      expect((await stranger.post(`${at}/receive`)).status).toBe(404);
    }
    const called = await debtor.client.post(`${at}/call`, { reason: 'Кредитор грубит' });
    expect(called.body).toMatchObject({ operator: 'called' });
    expect((await last(manager)).text).toBe('Заёмщик позвал оператора площадки');
    const asked = async () => (await operator.client.get('/api/notifications')).body.items;
    const [person] = await run(`select concat_ws(' ', last_name, first_name, middle_name) as name from individuals
      where id = ${scenario.debtorId}`);
    expect(await asked()).toMatchObject([{ detail: 'Кредитор грубит', about: person!['name'] }]);
    const sent = await say(operator, chat, 'Здравствуйте, помогу договориться');
    expect(await asked()).toEqual([]);
    expect(sent.body).toMatchObject({ authorKind: 56, side: 'operator' });
    const { items } = await receive(debtor, chat, { limit: 2 });
    expect(said({ items }).map((text) => text.replace(/^\d+ /, ''))).toEqual([
      'Оператор площадки вступил в разговор',
      'Здравствуйте, помогу договориться',
    ]);
    // By name operators are known to operators alone.
    expect(items[1].author).toBe('Оператор площадки');
    expect(
      (await operator.client.delete(`${at}/message/${(await say(manager, chat, 'Грубость')).body.id}`)).status,
    ).toBe(200);
  });

  test('a creditor who has declined a request is there no more', async () => {
    const entry = await scenario.claim();
    const asked = (await scenario.requestOf(entry)).body;
    const path = `/api/individuals/${scenario.debtorId}/questionnaires/${asked.id}/chat`;
    const { id } = (await manager.client.get(path)).body;
    const operator = await scenario.testApp.operator('manager');
    expect((await debtor.client.post(`/api/chats/${id}/call`, { reason: 'Не отвечают' })).status).toBe(200);
    const calls = async () => (await operator.client.get('/api/notifications')).body.items;
    expect(await calls()).toMatchObject([{ detail: 'Не отвечают' }]);
    const decline = `${creditorOf(scenario).base}/individual-questionnaires/${asked.id}/decline`;
    const declined = await manager.client.post(decline, { version: asked.version, reason: 'paid' });
    expect(declined.status, declined.text).toBe(204);
    expect((await manager.client.get(`/api/chats/${id}/info`)).status).toBe(404);
    expect((await debtor.client.get(`/api/chats/${id}/info`)).body.moves).toEqual([]);
    expect((await say(debtor, id, 'Почему?')).status).toBe(409);
    // Who was called has nothing to say there either.
    expect(await calls()).toEqual([]);
    expect(said(await receive(debtor, id))).toEqual([
      '1 Заявка передана кредитору',
      '2 Заёмщик позвал оператора площадки',
      '3 Кредитор отклонил заявку',
    ]);
  });

  test('everybody has one chat with those who support, which operators answer', async () => {
    const ask = () => scenario.other.post('/api/chats/support');
    const [one, other] = await Promise.all([ask(), ask()]);
    expect(one.body.id).toBe(other.body.id);
    const { id } = one.body;
    const asker = {
      client: scenario.other,
      accountId: (await scenario.other.get(`/api/chats/${id}/info`)).body.accountId,
    };
    await say(asker, id, 'Не приходит письмо');
    const operator = await scenario.testApp.operator('manager');
    const { body } = await operator.client.get('/api/chats?filter[waits]=true');
    expect(body.items.map((row: { id: number }) => row.id)).toContain(id);
    await say(operator, id, 'Посмотрели: отправлено');
    expect((await receive(asker, id)).items.map(({ text }: { text: string }) => text)).toEqual([
      'Не приходит письмо',
      'Посмотрели: отправлено',
    ]);
    expect((await debtor.client.get(`/api/chats/${id}/info`)).status).toBe(404);
  });

  test('nobody writes faster than a person can', async () => {
    const { limits } = scenario.testApp.app;
    // As many as a person is allowed; of really sent ones a busy machine would take longer than the period.
    await Promise.all(Array.from({ length: 200 }, () => limits.allows('messageAccount', String(head.accountId))));
    expect((await say(head, chat, 'Ещё раз')).status).toBe(429);
  });
});
