import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { Refusal } from '#contract/kernel/errors.ts';
import { contactedBy, contactNow, demandContact } from '#server/modules/chats/contact-rule.commands.ts';
import { runDeadlines } from '#server/platform/state/deadlines.ts';
import { isLockAwaited } from '#test/helpers/database.ts';
import { zoneOfNoon } from '#test/helpers/zone-of-noon.ts';
import { openTalk } from './helpers/scene.ts';
import { receive, say } from './helpers/talk.ts';

/** Which words of a creditor are contacts of 230-ФЗ (docs/decisions/0184). */
const { scenario, settlement, request, chat, debtor, manager, run } = await openTalk();
const { db } = scenario.testApp.app.database;
const actor = { kind: 'employee' } as const;
/** A working Wednesday in Moscow. */
const noon = new Date('2027-02-03T09:00:00Z');
const night = new Date('2027-02-03T20:30:00Z');
const ofChat = async () =>
  (await run('select id, kind, last_side as "lastSide" from chats where id = $1', [chat]))[0] as {
    id: number;
    kind: string;
    lastSide: string | null;
  };
const ask = async (now: Date) => contactNow({ db, actor, now }, await ofChat());

/** A word of the manager that waits for the morning of that Wednesday, with the place that it has taken. */
const wordWaits = (text = 'Доброе утро') =>
  run(
    `with c as (insert into contact_records (legal_entity_id, registry_entry_id, individual_id, kind, source, status, at)
       select h.legal_entity_id, s.registry_entry_id, h.individual_id, 'message', 'chat', 'planned', '2027-02-03T05:00:00Z'
       from chats h left join settlements s on s.id = h.settlement_id where h.id = $1 returning id)
     insert into waiting_messages (chat_id, account_id, text, send_at, contact_id)
       select $1, $2, $3, '2027-02-03T05:00:00Z', id from c`,
    [chat, manager.accountId, text],
  );

beforeEach(async () => {
  for (const table of ['waiting_messages', 'contact_records', 'entry_notices', 'chat_reads', 'chat_edits']) {
    await run(`delete from ${table}`);
  }
  await run('delete from chat_messages where author_kind <> 57');
  await run('update chats set last_side = null');
  await run(`update registry_entries set tz = 'Europe/Moscow'`);
});

test('a first word counts, and waits for the morning', async () => {
  expect(await ask(noon)).toMatchObject({ allowed: true, words: '' });
  expect(await ask(night)).toMatchObject({
    allowed: false,
    reason: 'hours',
    words: expect.stringMatching(/Можно завтра с 8:00 по местному времени заёмщика$/),
  });
});

test('of a debt in no registry a first word waits until it is day in the whole country, or in the zone that the debtor has named', async () => {
  const [of] = await run('select registry_entry_id as entry from settlements where id = $1', [settlement]);
  const takeTo = async (entry: unknown, of: number | null) => {
    await run('update requests set registry_entry_id = $2 where id = $1', [request.id, entry]);
    await run('update chats set settlement_id = $2 where id = $1', [chat, of]);
  };
  await takeTo(null, null);
  const afternoon = new Date('2027-02-03T12:00:00Z');
  expect(await ask(noon)).toMatchObject({ allowed: true });
  expect(await ask(afternoon)).toMatchObject({ allowed: false, reason: 'hours' });
  await debtor.client.put('/api/notifications/schedule', {
    zone: 'Europe/Moscow',
    quietFrom: 22,
    quietUntil: 8,
    digestAt: null,
  });
  expect(await ask(afternoon)).toMatchObject({ allowed: true });
  await run('delete from notification_schedules');
  await takeTo(of!['entry'], settlement);
});

test('an answer to the debtor counts nothing, at night neither, and is sent', async () => {
  expect((await say(debtor, chat, 'Когда мне заплатить?')).status).toBe(200);
  const info = (await manager.client.get(`/api/chats/${chat}/info`)).body;
  expect(info.contact).toBeNull();
  expect((await say(manager, chat, 'До пятницы')).status).toBe(200);
  expect((await say(manager, chat, 'Или в понедельник')).status).toBe(200);
  expect(await run('select id from contact_records')).toEqual([]);
});

test('what the debtor says is told nothing of the law', async () => {
  expect((await debtor.client.get(`/api/chats/${chat}/info`)).body.contact).toBeNull();
});

test('a word that the law closes is refused with the reason, whoever asks at once', async () => {
  await run(
    `update registry_entries set contact_flag = 'via_lawyer' where id in (select registry_entry_id from requests)`,
  );
  const refused = await say(manager, chat, 'Здравствуйте');
  await run(`update registry_entries set contact_flag = 'allowed'`);
  expect([refused.status, refused.body.message]).toEqual([409, 'Только через представителя заёмщика']);
  expect((await run('select count(*)::int as count from chat_messages where author_kind = 55'))[0]).toEqual({
    count: 0,
  });
});

test('a word about a debt in no registry is closed by what a registry of the creditor says of its debtor', async () => {
  const [of] = await run(
    'select registry_entry_id as entry, settlement_id as settlement from requests r join chats c on c.request_id = r.id where c.id = $1',
    [chat],
  );
  const takeTo = async (entry: unknown, about: unknown) => {
    await run('update requests set registry_entry_id = $2 where id = $1', [request.id, entry]);
    await run('update chats set settlement_id = $2 where id = $1', [chat, about]);
  };
  await takeTo(null, null);
  await run(`update registry_entries set contact_flag = 'bankrupt' where individual_id = $1`, [scenario.debtorId]);
  expect(await ask(noon)).toMatchObject({ allowed: false, reason: 'bankrupt' });
  await run(`update registry_entries set contact_flag = 'allowed'`);
  await takeTo(of!['entry'], of!['settlement']);
});

test('64 first words at once get as many places as a day has', async () => {
  const asked = await ofChat();
  const { accountId } = manager;
  const outcomes = await Promise.all(
    Array.from({ length: 64 }, (_, index) =>
      scenario
        .write(async (tx) => {
          const contacted = await contactedBy({ db: tx, actor, now: noon }, asked);
          await demandContact({ db: tx, now: noon }, contacted!);
          // The message takes its number beside the rule here: the chat itself would let one after another.
          await tx
            .insertInto('chatMessages')
            .values({
              chatId: chat,
              no: 1000 + index,
              change: 1000 + index,
              authorKind: 55,
              side: 'creditor',
              accountId,
              clientKey: crypto.randomUUID(),
              text: 'Здравствуйте',
            })
            .execute();
          const { id } = await tx
            .selectFrom('chatMessages')
            .select('id')
            .where('no', '=', 1000 + index)
            .executeTakeFirstOrThrow();
          await tx
            .insertInto('contactRecords')
            .values({
              legalEntityId: contacted!.legalEntityId,
              registryEntryId: contacted!.registryEntryId,
              individualId: contacted!.individualId,
              kind: 'message',
              source: 'chat',
              status: 'held',
              at: noon,
              messageId: id,
            })
            .execute();
          return 'sent';
        })
        .catch((error: unknown) => (error instanceof Refusal ? error.code : Promise.reject(error))),
    ),
  );
  expect(outcomes.filter((outcome) => outcome === 'sent')).toHaveLength(2);
  expect(outcomes.filter((outcome) => outcome === 'move.illegal')).toHaveLength(62);
});

test('who has taken back his consent to letters of creditors is not spoken to first', async () => {
  await run(
    `insert into consents (account_id, document_id, ip, revoked_at)
     select i.account_id, d.id, '—', now() from individuals i, consent_documents d
     where i.id = $1 and d.kind = 'interaction-channels'`,
    [scenario.debtorId],
  );
  expect(await ask(noon)).toMatchObject({ allowed: false, reason: 'no_consent' });
  await run('delete from consents where revoked_at is not null');
});

test('a first word is kept as a contact, and names its creditor and his phone to the debtor; an answer names nobody', async () => {
  await run('update registry_entries set tz = $1', [zoneOfNoon()]);
  expect((await say(manager, chat, 'Здравствуйте')).status).toBe(200);
  expect(await run('select source, status from contact_records')).toEqual([{ source: 'chat', status: 'held' }]);
  await say(debtor, chat, 'Слушаю');
  await say(manager, chat, 'Готовы обсудить?');
  const { items } = await receive(debtor, chat);
  const named = items.filter(({ side }: { side: string }) => side === 'creditor');
  expect(named.map(({ spokenBy }: { spokenBy: unknown }) => spokenBy)).toEqual([
    { company: expect.stringContaining('Компания'), phone: '+7 (800) 123-45-67' },
    null,
  ]);
});

test('a word that waits goes at its hour, once, if its author may still write', async () => {
  const { app } = scenario.testApp;
  await wordWaits();
  await Promise.all([runDeadlines(app, noon), runDeadlines(app, noon)]);
  const said = await run(`select text, side from chat_messages where author_kind = 55`);
  expect(said).toEqual([{ text: 'Доброе утро', side: 'creditor' }]);
  expect(await run('select status from contact_records')).toEqual([{ status: 'held' }]);
  // His role may write no more.
  const members = `employee_id = (select id from employees where account_id = $1)`;
  const takes = (role: string) =>
    run(
      `update memberships set role_id = (select id from roles where code = $2 and system and kind = 'employee') where ${members}`,
      [manager.accountId, role],
    );
  await takes('observer');
  await wordWaits();
  await runDeadlines(app, noon);
  await takes('manager');
  expect(await run(`select text from chat_messages where author_kind = 55`)).toHaveLength(1);
  // What he wrote stays for him, and its place is free.
  const { waiting } = (await manager.client.get(`/api/chats/${chat}/info`)).body;
  expect(waiting).toMatchObject({ text: 'Доброе утро', why: 'Писать в этом разговоре вам больше нельзя' });
  expect(await run(`select id from contact_records where status = 'planned'`)).toEqual([]);
  const told = await run(`select title from notifications where account_id = $1 order by id desc limit 1`, [
    manager.accountId,
  ]);
  expect(told).toEqual([{ title: 'Сообщение заёмщику не ушло' }]);
});

test('a word that waits ends with its author’s place: the next one is free at once, and nothing is left of it', async () => {
  const legalEntityId = scenario.company;
  const leaving = await scenario.testApp.employee({ legalEntityId, role: 'manager' });
  await run(
    `with c as (insert into contact_records (legal_entity_id, individual_id, kind, source, status, at)
       select legal_entity_id, individual_id, 'message', 'chat', 'planned', '2099-02-03T05:00:00Z' from chats where id = $1 returning id)
     insert into waiting_messages (chat_id, account_id, text, send_at, contact_id)
       select $1, $2, 'Доброе утро', '2099-02-03T05:00:00Z', id from c`,
    [chat, leaving.accountId],
  );
  const [place] = await run('select id from memberships where employee_id = $1', [leaving.employeeId]);
  const dismissed = await scenario.head.delete(
    `/api/legal-entities/${legalEntityId}/employees/${String(place!['id'])}`,
  );
  expect(dismissed.status, dismissed.text).toBe(204);
  expect(await run('select status from contact_records')).toEqual([{ status: 'failed' }]);
  expect(await run('select id from waiting_messages')).toEqual([]);
});

/** Until somebody waits for what another one holds, or there is nothing to wait for. */
async function someoneWaits(isOver: () => boolean): Promise<void> {
  while (!isOver() && !(await isLockAwaited(scenario.testApp.owner))) await sleep(20);
}

test('a word begun in the moment of its author’s dismissal does not wait', async () => {
  const leaving = await scenario.testApp.employee({ legalEntityId: scenario.company, role: 'manager' });
  const pg = await scenario.testApp.owner.connect();
  await pg.query('begin');
  await pg.query('update memberships set active = false where employee_id = $1', [leaving.employeeId]);
  let isOver = false;
  const waiting = leaving.client
    .post(`/api/chats/${chat}/account/${leaving.accountId}/waiting`, { text: 'Здравствуйте' })
    .finally(() => (isOver = true));
  await someoneWaits(() => isOver);
  await pg.query('commit');
  pg.release();
  const refused = await waiting;
  expect([refused.status, refused.body.code], refused.text).toEqual([403, 'access.denied']);
  expect(await run('select id from waiting_messages')).toEqual([]);
});

test('a word that waits and that nobody may say any more does not go', async () => {
  await wordWaits('Вы мошенник');
  await runDeadlines(scenario.testApp.app, noon);
  expect(await run(`select id from chat_messages where author_kind = 55`)).toEqual([]);
  expect(await run('select status from contact_records')).toEqual([{ status: 'failed' }]);
});

test('a word may wait and be taken back, through the page, and its place is free again', async () => {
  const at = `/api/chats/${chat}/account/${manager.accountId}/waiting`;
  const place = () => run(`select status from contact_records order by id`);
  // Two words of today, so that whatever the hour a third waits.
  await run(
    `insert into contact_records (legal_entity_id, individual_id, kind, source, status, at)
     select legal_entity_id, individual_id, 'message', 'chat', 'planned', now() from chats, generate_series(1, 2) where id = $1`,
    [chat],
  );
  const waits = await manager.client.post(at, { text: 'Здравствуйте' });
  expect([waits.status, waits.body.waiting], waits.text).toMatchObject([200, { text: 'Здравствуйте', why: null }]);
  expect((await manager.client.post(at, { text: 'Добрый день' })).body.waiting.text).toBe('Добрый день');
  expect(await place()).toEqual(['planned', 'planned', 'failed', 'planned'].map((status) => ({ status })));
  const back = await manager.client.send('DELETE', at);
  expect([back.status, back.body.waiting]).toEqual([200, null]);
  expect(await place()).toEqual(['planned', 'planned', 'failed', 'failed'].map((status) => ({ status })));
  await say(debtor, chat, 'Когда платить?');
  expect((await manager.client.post(at, { text: 'Здравствуйте' })).body.message).toMatch(/^Ждать не нужно/);
});

test('what is being sent is not taken back, what is taken back is not sent', async () => {
  await wordWaits();
  const recall = manager.client.send('DELETE', `/api/chats/${chat}/account/${manager.accountId}/waiting`);
  await Promise.all([runDeadlines(scenario.testApp.app, noon), recall]);
  const [{ count }] = (await run(`select count(*)::int as count from chat_messages where author_kind = 55`)) as [
    { count: number },
  ];
  expect(await run('select status from contact_records')).toEqual([{ status: count === 1 ? 'held' : 'failed' }]);
  expect(await run('select id from waiting_messages')).toEqual([]);
});

test('a word of before is changed and brought back only while its debtor may be spoken to', async () => {
  const word = await run(
    `insert into chat_messages (chat_id, no, change, author_kind, side, account_id, client_key, text)
     values ($1, 900, 900, 55, 'creditor', $2, gen_random_uuid(), 'Здравствуйте') returning id`,
    [chat, manager.accountId],
  );
  await run(`update registry_entries set contact_flag = 'via_lawyer' where individual_id = $1`, [scenario.debtorId]);
  const edited = await manager.client.patch(`/api/chats/${chat}/message/${String(word[0]!['id'])}`, {
    text: 'Платите',
  });
  await run(`update registry_entries set contact_flag = 'allowed'`);
  expect([edited.status, edited.body.message]).toEqual([409, 'Только через представителя заёмщика']);
});

test('a first word is put right once, an answer as often as one likes', async () => {
  const edit = (id: number, text: string) => manager.client.patch(`/api/chats/${chat}/message/${id}`, { text });
  await run('update registry_entries set tz = $1', [zoneOfNoon()]);
  const first = (await say(manager, chat, 'Здравствуйте')).body.id as number;
  expect([await edit(first, 'Добрый день'), await edit(first, 'Заплатите')].map(({ status }) => status)).toEqual([
    200, 409,
  ]);
  await say(debtor, chat, 'Добрый');
  const answer = (await say(manager, chat, 'Когда заплатите')).body.id as number;
  for (const text of ['Когда заплатите?', 'Когда Вы заплатите?']) expect((await edit(answer, text)).status).toBe(200);
});

test('whose claims name several zones is spoken to when it is day in each', async () => {
  await run(
    `insert into simple_registry_entries (legal_entity_id, registry_id, debtor_inn, last_name, first_name, contract_number, phone, tz, status, content_hash)
     select legal_entity_id, registry_id, debtor_inn, last_name, first_name, 'К-900', phone, 'Asia/Kamchatka', 'search', ''
     from registry_entries where individual_id = $1 limit 1`,
    [scenario.debtorId],
  );
  const answer = await ask(new Date('2027-02-03T10:30:00Z'));
  await run('delete from simple_registry_entries');
  expect(answer).toMatchObject({ allowed: false, reason: 'hours' });
  expect(answer!.words).toContain('разные часовые пояса');
});

test('a word that waits answers the debtor who has spoken meanwhile, and counts nothing', async () => {
  await wordWaits();
  await say(debtor, chat, 'Когда платить?');
  await run(`update chat_messages set created_at = '2027-02-03T08:30:00Z' where side = 'individual'`);
  await runDeadlines(scenario.testApp.app, noon);
  expect(await run('select status from contact_records')).toEqual([{ status: 'failed' }]);
  expect(await run(`select count(*)::int as count from chat_messages where author_kind = 55`)).toEqual([{ count: 2 }]);
});
