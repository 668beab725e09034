import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { RETENTION } from '#domain/settings/retention.ts';
import { defaultsOf } from '#domain/settings/setting.ts';
import { addDays, moscowDay } from '#domain/values/days.ts';
import { runRetention } from '#server/modules/personal-data/retention.commands.ts';
import { runDeadlines } from '#server/platform/state/deadlines.ts';
import { makeClaims } from '../access/helpers/things.ts';
import { smallPaper } from '../helpers/files/multipart.ts';
import { patience } from '../helpers/patience.ts';
import { generateRegistry, makeLender, rowsOf } from '../registries/helpers/scenario.ts';
import { makeScenario, type Scenario } from '../settlements/helpers/scenario.ts';
import { canaries } from './helpers/canaries.ts';
import { canariesInDatabase } from './helpers/subject.ts';

const terms = defaultsOf(RETENTION);
let scenario: Scenario;
beforeAll(async () => {
  scenario = await makeScenario();
});
afterAll(() => scenario.testApp.stop());

const today = moscowDay(new Date());
const after = (days: number): Promise<void> => runRetention(scenario.testApp.app, addDays(today, days));

/** An entry of a simple registry with canaries in it, as a load leaves it. */
async function markedEntry(set: string): Promise<number> {
  const { simpleEntry } = await scenario.write(async (tx) => {
    const { id } = await tx.selectFrom('storedFiles').select('id').limit(1).executeTakeFirstOrThrow();
    return makeClaims(tx, id, scenario.company, scenario.debtorId);
  });
  await scenario.testApp.owner.query(
    `begin; set local ugovor.bulk = 'on'; update simple_registry_entries set last_name = '${canaries.lastName}',
       phone = '+79035551729', debtor_inn = '${canaries.inn}', contract_number = 'К-${simpleEntry}', ${set}
     where id = ${simpleEntry}; commit`,
  );
  return simpleEntry;
}

test('entries that nobody was found for, and those called not his, are kept for their terms and no longer', async () => {
  await scenario.testApp.owner.query(`update individuals set inn = null`);
  await markedEntry(`individual_id = null, status = 'search'`);
  const disowned = await markedEntry(
    `status = 'rejected_by_individual', reject_reason = 'not_mine', decision_at = now()`,
  );
  await after(terms.disownedEntryDays - 1);
  expect(await canariesInDatabase(scenario)).not.toEqual([]);
  await after(terms.disownedEntryDays + 1);
  const [entry] = await scenario.run(
    'select debtor_inn as inn, last_name, phone from simple_registry_entries where id = $1',
    [disowned],
  );
  expect(entry).toMatchObject({ inn: expect.stringMatching(/^mark-/), last_name: 'Стёрто', phone: '' });
  await after(31 * terms.unmatchedEntryMonths);
  const rows = await scenario.run(`select count(*) from simple_registry_entries where last_name = $1`, [
    canaries.lastName,
  ]);
  expect(Number(rows[0]!['count'])).toBe(0);
});

test('what a debtor has called not his does not come back, neither after its term nor once he is erased', async () => {
  const lender = await makeLender(scenario.testApp, { inn: '7744001497', verificationStatus: 'verified' });
  const rows = rowsOf('simple', generateRegistry(31), 0, 3);
  const load = async (some: typeof rows) => {
    const address = await lender.load('simple', some);
    const { body } = await lender.client.get(address);
    const faults = (await lender.client.get(`${address}/rows?filter[verdict]=conflict`)).body.items;
    return { counts: body.counts, codes: faults.flatMap(({ problems }: { problems: { code: string }[] }) => problems) };
  };
  const people = await Promise.all(
    rows.slice(0, 2).map(async ({ debtorInn }) => {
      const person = await scenario.testApp.individual({ inn: debtorInn!, verificationStatus: 'verified' });
      return { ...person, simple: `/api/individuals/${person.individualId}/simple-registries` };
    }),
  );
  await load(rows);
  for (const { client, simple } of people) {
    const [entry] = (await client.get(`${simple}/entries`)).body.items;
    expect((await client.post(`${simple}/reject/${entry.id}`, { reason: 'not_mine' })).status).toBe(200);
  }
  // One is erased before the term is over, the other one's term passes; then he is erased as well.
  for (const [{ client }, days] of [
    [people[0]!, 10],
    [people[1]!, terms.disownedEntryDays + 40],
  ] as const) {
    const consents = '/api/auth/consents';
    const { offered } = (await client.get(consents)).body;
    const { documentId } = offered.find(({ kind }: { kind: string }) => kind === 'personal-data-platform');
    await client.post(consents, { documentId });
    await after(days);
    const given = (await client.get(consents)).body.items.at(-1);
    expect((await client.post(`${consents}/${given.id}/withdraw`)).status).toBe(200);
    await runDeadlines(scenario.testApp.app, new Date(`${addDays(today, days + 1)}T12:00:00+03:00`));
    expect((await client.get('/api/auth/me')).status).toBe(401);
  }
  const again = await load(rows);
  expect(again.counts).toMatchObject({ rows: 3, conflict: 2, unchanged: 1, new: 0 });
  expect(again.codes).toMatchObject([{ code: 'DISOWNED' }, { code: 'DISOWNED' }]);
  const kept = await scenario.run(
    `select last_name, debtor_inn from simple_registry_entries where reject_reason = 'not_mine'
    and legal_entity_id = $1`,
    [lender.id],
  );
  for (const one of kept) expect(one).toEqual({ last_name: 'Субъект', debtor_inn: expect.stringMatching(/^mark-/) });
});

test('an administrator turns the terms; an entry is never blanked before its debtor may still accept it', async () => {
  const path = '/internal/settings';
  const { client } = await scenario.testApp.operator('administrator');
  const turn = async (some: object) => {
    const { values, version } = (await client.get(path)).body;
    expect((await client.put(path, { ...values, ...some, version })).status).toBe(200);
  };
  const entry = await markedEntry(`status = 'rejected_by_individual', reject_reason = 'not_mine', decision_at = now()`);
  const nameOf = async () =>
    (await scenario.run('select last_name from simple_registry_entries where id = $1', [entry]))[0]!['last_name'];
  // Days that no other test here has: a day is kept once.
  await turn({ disownedEntryDays: 2, reconsiderDays: 5 });
  await after(4);
  expect(await nameOf()).toBe(canaries.lastName);
  await after(7);
  expect(await nameOf()).toBe('Стёрто');
  await turn({ disownedEntryDays: terms.disownedEntryDays, reconsiderDays: 30 });
  const refused = await client.put(path, { ...(await client.get(path)).body.values, contactYears: 2, version: 3 });
  expect(refused.body.fields.contactYears).toBe('Допустимо 3–10 лет');
});

test('a consent that was taken back, and what was told about a claim that is over, are kept for three years', async () => {
  const entry = await markedEntry(`status = 'rejected_by_individual', decision_at = now()`);
  await scenario.run(
    `insert into entry_notices (simple_entry_id, individual_id, legal_entity_id, channel, status) values ($1, $2, $3, 'inside', 'shown')`,
    [entry, scenario.debtorId, scenario.company],
  );
  await scenario.run(
    `update consents set revoked_at = now() where account_id = (select account_id from individuals where id = $1)`,
    [scenario.debtorId],
  );
  const left = async () =>
    (
      await scenario.run(
        `select (select count(*)::int from entry_notices where simple_entry_id = $1) as notices,
           (select count(*)::int from consents where revoked_at is not null) as consents`,
        [entry],
      )
    )[0]!;
  const before = await left();
  expect(before).toMatchObject({ notices: 1, consents: expect.any(Number) });
  await after(365 * terms.contactYears - 5);
  expect(await left()).toEqual(before);
  await after(366 * terms.contactYears + 1);
  expect(await left()).toEqual({ notices: 0, consents: 0 });
});

test('a complaint is kept until its term after the decision, and what it is of as long', async () => {
  const [made] = (await scenario.run(
    `with noted as (insert into entry_notices (individual_id, legal_entity_id, simple_entry_id, channel, status, sent_at)
       select $1, $2, $3, 'email', 'sent', now() returning id),
     called as (insert into contact_records (legal_entity_id, individual_id, kind, source, status, at)
       values ($2, $1, 'call', 'hand', 'held', now()) returning id)
     select (select id from called) as call, (select id from noted) as letter`,
    [scenario.debtorId, scenario.company, await markedEntry(`status = 'rejected_by_individual', decision_at = now()`)],
  )) as [{ call: number; letter: number }];
  await scenario.run(
    `insert into complaints (account_id, contact_id, contact_status, kind)
     select i.account_id, c.id, 'held', 'insult' from individuals i, contact_records c
     where i.id = $1 and (c.id = $2 or c.notice_id = $3)`,
    [scenario.debtorId, made.call, made.letter],
  );
  const left = async () =>
    (
      await scenario.run(
        `select (select count(*)::int from complaints) as complaints,
           (select count(*)::int from contact_records where id = $1 or notice_id = $2) as contacts`,
        [made.call, made.letter],
      )
    )[0]!;
  // Nobody has decided it yet.
  await after(366 * terms.contactYears + 20);
  expect(await left()).toEqual({ complaints: 2, contacts: 2 });
  await scenario.run(
    `update complaints set status = 'dismissed', answer = 'Нет', decided_by = account_id, decided_at = now() + interval '30 days'`,
  );
  await after(365 * terms.contactYears + 25);
  expect(await left()).toEqual({ complaints: 2, contacts: 2 });
  await after(366 * terms.contactYears + 40);
  expect(await left()).toEqual({ complaints: 0, contacts: 0 });
});

test('what went to a debtor about his debts beside the cabinet is kept as long as other contacts', async () => {
  await scenario.run(
    `with person as (select account_id from individuals where id = $1), told as (
       insert into notifications (account_id, event, title)
       select account_id, event, 'Новое' from person, unnest(array['settlement.due', 'payment.came']) as event
       returning id, account_id, event)
     insert into deliveries (account_id, notification_id, event, channel, status, due_at)
     select account_id, id, event, 'push', 'sent', now() from told`,
    [scenario.debtorId],
  );
  const left = async () => {
    const rows = await scenario.run(`select event from deliveries where channel = 'push' order by event`, []);
    return rows.map((row) => row['event']);
  };
  await after(terms.letterDays - 5);
  expect(await left()).toEqual(['payment.came', 'settlement.due']);
  await after(terms.letterDays + 1);
  expect(await left()).toEqual(['settlement.due']);
  await after(366 * terms.contactYears + 9);
  expect(await left()).toEqual([]);
});

test('what was told about a claim that is in force stays, though its debtor has rejected it', async () => {
  const claim = await scenario.claim();
  const noticesOf = async () => (await scenario.run('select 1 from entry_notices where entry_id = $1', [claim])).length;
  const note = `insert into entry_notices (entry_id, individual_id, legal_entity_id, channel, status) values ($1, $2, $3, 'inside', 'shown')`;
  await scenario.run(note, [claim, scenario.debtorId, scenario.company]);
  const change = (set: string) => scenario.run(`update registry_entries set ${set} where id = $1`, [claim]);
  await change(`status = 'rejected_by_individual', reject_reason = 'paid', decision_at = now()`);
  await after(366 * terms.contactYears + 2);
  expect(await noticesOf()).toBe(1);
  await change('withdrawn_at = now()');
  await after(366 * terms.contactYears + 3);
  expect(await noticesOf()).toBe(0);
});

test('of a claim called not his the words of its debtor go at the term, and the claim stays', async () => {
  const claim = await scenario.claim();
  await scenario.run(
    `update registry_entries set status = 'rejected_by_individual', reject_reason = 'not_mine', decision_at = now(),
       reject_comment = $2 where id = $1`,
    [claim, canaries.comment],
  );
  const seen = async () =>
    (
      await scenario.run(
        'select last_name, reject_reason, reject_comment, withdrawn_at from registry_entries where id = $1',
        [claim],
      )
    )[0]!;
  const rejected = { last_name: 'Иванов', reject_reason: 'not_mine', withdrawn_at: null };
  // Days that no other test here has: a day is kept once.
  await after(terms.disownedEntryDays - 2);
  expect(await seen()).toEqual({ ...rejected, reject_comment: canaries.comment });
  await after(terms.disownedEntryDays + 2);
  expect(await seen()).toEqual({ ...rejected, reject_comment: null });
});

test('a file that was taken away goes from the storage when its time is over', async () => {
  const own = `/api/individuals/${scenario.otherId}/file/passport`;
  const form = new FormData();
  form.set('file', new File([smallPaper], 'паспорт.pdf'));
  expect((await scenario.other.send('PUT', own, form)).status).toBe(200);
  const [file] = await scenario.run('select key from stored_files order by id desc limit 1');
  const lies = () => buffer(scenario.testApp.app.files.read(String(file!['key']))).then(Boolean, () => false);
  expect((await scenario.other.delete(own)).status).toBe(204);
  await after(terms.removedFileDays - 1);
  expect(await lies()).toBe(true);
  await after(terms.removedFileDays + 2);
  await vi.waitFor(async () => expect(await lies()).toBe(false), patience);
  expect(await scenario.run('select 1 from stored_files where key = $1', [file!['key']])).toEqual([]);
});

test('the file of a message stays while a complaint about it waits or was found justified', async () => {
  const form = new FormData();
  form.set('file', new File([smallPaper], 'паспорт.pdf'));
  expect((await scenario.other.send('PUT', `/api/individuals/${scenario.otherId}/file/passport`, form)).status).toBe(
    200,
  );
  const { id: talk } = (await scenario.other.post('/api/chats/support')).body;
  const [made] = await scenario.run(
    `with file as (insert into owned_files (chat_id, place, kind, file_id, deleted_at)
       select $1, 'folder', 'message', max(id), now() from stored_files returning id),
     said as (insert into chat_messages (chat_id, no, change, author_kind, side, account_id, client_key, text, file_id)
       select c.id, 9001, 9001, 55, 'individual', c.account_id, gen_random_uuid(), 'Файл', file.id from chats c, file
       where c.id = $1 returning id, account_id, file_id),
     complained as (insert into complaints (account_id, message_id, kind) select account_id, id, 'threat' from said)
     select file_id as id from said`,
    [talk],
  );
  const lies = async () => (await scenario.run('select 1 from owned_files where id = $1', [made!['id']])).length === 1;
  await after(terms.removedFileDays + 3);
  expect(await lies()).toBe(true);
  await scenario.run(
    `update complaints set status = 'dismissed', answer = 'Нет', decided_by = account_id, decided_at = now() where status = 'open'`,
  );
  await after(terms.removedFileDays + 4);
  expect(await lies()).toBe(false);
});

test('a day is kept once, and its counts stay', async () => {
  const day = addDays(today, 1_000);
  await scenario.run(
    `insert into letters (template, recipient, contents_sealed, status) values ('x', 'a@b.test', '', 'sent')`,
  );
  await runRetention(scenario.testApp.app, day);
  const counts = async () =>
    (await scenario.run('select counts from retention_runs where day = $1', [day]))[0]!['counts'];
  const first = (await counts()) as Record<string, number>;
  expect(first['letters']).toBeGreaterThan(0);
  await runRetention(scenario.testApp.app, day);
  expect(await counts()).toEqual(first);
});

test('what is over lies behind more than one portion of what is kept for years, and goes the same day', async () => {
  const tell = (event: string, count: number) =>
    scenario.run(
      `with person as (select account_id from individuals where id = $1), told as (
         insert into notifications (account_id, event, title)
         select account_id, $2, 'Новое' from person, generate_series(1, $3) returning id, account_id, event)
       insert into deliveries (account_id, notification_id, event, channel, status, due_at)
       select account_id, id, event, 'push', 'sent', now() from told`,
      [scenario.debtorId, event, count],
    );
  await tell('settlement.due', 10_500);
  await tell('payment.came', 1);
  await after(terms.letterDays + 2);
  const left = await scenario.run(
    `select event, count(*)::int as count from deliveries where channel = 'push' group by event`,
  );
  expect(left).toEqual([{ event: 'settlement.due', count: 10_500 }]);
  expect(await scenario.run('select deliveries_after from retention_runs order by day desc limit 1')).toEqual([
    { deliveries_after: null },
  ]);
  await scenario.run(`delete from notifications where event = 'settlement.due'`);
});

test('what is more than one portion goes the same day', async () => {
  await scenario.run(
    `insert into letters (template, recipient, contents_sealed, status)
     select 'много', 'a@b.test', '', 'sent' from generate_series(1, 2500)`,
  );
  await after(1_001);
  expect(await scenario.run(`select 1 from letters where template = 'много'`)).toEqual([]);
});
