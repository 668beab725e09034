import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ASSIGNED, LETTER_SUBJECTS } from '#domain/parties/debtor-letter.ts';
import { type FileRow, innOf } from '#server/demo/registry-generator.ts';
import {
  issueAssignmentNotices,
  seekAssignments,
} from '#server/modules/documents/assignment/assignment-notices.commands.ts';
import { markNumber, sealNumber } from '#server/modules/payment-details/payment-details.queries.ts';
import { runDeadlines } from '#server/platform/state/deadlines.ts';
import { type Booted, boot } from '../helpers/boot.ts';
import { letterTo } from '../helpers/mail/letters.ts';
import { patience } from '../helpers/patience.ts';
import { generateRegistry, type Lender, makeLender, rowsOf } from '../registries/helpers/scenario.ts';

let testApp: Booted;
let lender: Lender;
let head: Awaited<ReturnType<Booted['employee']>>;
beforeAll(async () => {
  testApp = await boot();
  lender = await makeLender(testApp);
  head = await testApp.employee({ legalEntityId: lender.id, role: 'head' });
  await run(`update legal_entities set phone = '+78001234567' where id = $1`, [lender.id]);
});
afterAll(() => testApp.stop());
beforeEach(() => run(`update entry_notices set planned_at = null, status = 'refused' where status = 'planned'`));

const run = async (sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await testApp.owner.query(sql, values)).rows;

let people = 0;
async function debtor({ agrees = true, isVerified = true } = {}) {
  const inn = innOf(7_700_500_000 + ++people);
  const person = await testApp.individual({ inn, verificationStatus: isVerified ? 'verified' : 'pending' });
  if (agrees) {
    await run(
      `insert into consents (account_id, document_id, ip) select $1, id, '—' from consent_documents where kind = 'interaction-channels'`,
      [person.accountId],
    );
  }
  return { ...person, inn, own: `/api/individuals/${person.individualId}` };
}
type Debtor = Awaited<ReturnType<typeof debtor>>;

const ceded: FileRow = {
  basis: 'Уступка',
  cedentName: 'ООО МКК «Альфа»',
  cedentInn: '7707083893',
  cessionRef: '№ 17/Ц от 01.03.2025',
  cessionNotice: '10.03.2025',
};
let seed = 500;
const rowFor = (inn: string, change: FileRow = ceded): FileRow => ({
  ...rowsOf('full', generateRegistry(++seed), 0, 1)[0]!,
  debtorInn: inn,
  contactFlag: '',
  email: '',
  tz: '',
  ...change,
});

interface Notice {
  number: string;
  status: string;
  verifyCode: string;
  sentAt: string | null;
  deliveredAt: string | null;
  readAt: string | null;
}
/** The claim of a debtor as its page shows it, once its notice is there. */
async function told({ client, own }: Debtor): Promise<{ id: number; page: string; notice: Notice }> {
  return vi.waitFor(async () => {
    const [{ id }] = (await client.get(`${own}/registry-entries`)).body.items;
    const page = `${own}/registry-entries/${id}`;
    const notice = (await client.get(page)).body.assignmentNotice;
    expect(notice).not.toBeNull();
    return { id, page, notice };
  }, patience);
}
const toldFirst = expect.stringContaining('перешёл к другому кредитору');
const toldAnew = expect.stringMatching(/^Новое уведомление об уступке взамен прежнего: договор № /);
const bellsOf = async ({ client }: Debtor): Promise<string[]> =>
  (await client.get('/api/notifications')).body.items.map(({ title }: { title: string }) => title);
const noticesOf = async (entryId: number) =>
  (await run('select status from issued_documents where registry_entry_id = $1 order by id', [entryId])).map(
    ({ status }) => status,
  );
/** As if another version of the program had loaded the claim. */
async function forget(entryId: number): Promise<void> {
  const documents = 'select id from issued_documents where registry_entry_id = $1';
  await run(`delete from notices where document_id in (${documents})`, [entryId]);
  await run(`update issued_documents set status = 'revoked' where registry_entry_id = $1`, [entryId]);
}
const contactsOf = ({ individualId }: Debtor) =>
  run(
    `select c.status, c.reason, n.id is not null as brings from entry_notices c left join notices n on n.contact_id = c.id
     where c.individual_id = $1 and c.channel = 'email' order by c.id`,
    [individualId],
  );

test('a claim that was acquired is told of by a document, once, however often and by how many it is looked for', async () => {
  const person = await debtor();
  const address = await lender.load('full', [rowFor(person.inn)]);
  const { id, page, notice } = await told(person);
  expect(notice).toMatchObject({ number: `Ц-${id}/1`, status: 'issued', readAt: null, deliveredAt: null });
  await Promise.all([1, 2, 3].map(() => issueAssignmentNotices(testApp.app, { legalEntityId: lender.id })));
  await seekAssignments(testApp.app);
  expect(await noticesOf(id)).toEqual(['issued']);
  const bell = (await person.client.get('/api/notifications')).body.items;
  expect(bell).toEqual([
    expect.objectContaining({
      title: expect.stringContaining('перешёл к другому кредитору'),
      link: expect.stringMatching(new RegExp(`^/registry-entry-${lender.id}-\\d+-${id}$`)),
    }),
  ]);

  const read = await person.client.post(`${page}/assignment-notice/read`);
  expect(read.status, read.text).toBe(200);
  for (const words of [
    'ООО МКК «Альфа»',
    'ИНН 7707083893',
    '№ 17/Ц от 01.03.2025',
    '10.03.2025',
    '+7 (800) 123-45-67',
  ]) {
    expect(read.text).toContain(words);
  }
  const after = (await person.client.get(page)).body.assignmentNotice;
  expect(after.readAt).not.toBeNull();
  expect(after.deliveredAt).toBe(after.readAt);
  const seen = await lender.client.get(`${address}/entries/${id}`);
  expect(seen.body.assignmentNotice).toEqual(after);
  const operator = await testApp.operator('manager');
  expect((await operator.client.get(`${address}/entries/${id}`)).body.assignmentNotice).toEqual(after);
  const verified = await testApp.anonymous().get(`/api/public/documents/${notice.verifyCode}`);
  expect(verified.body).toMatchObject({ kind: 'assignment_notice', number: notice.number, status: 'issued' });
  expect(verified.text).not.toContain(person.inn);
});

test('its file is printed when it is asked for, the same to everybody; strangers find nothing', async () => {
  const person = await debtor();
  await lender.load('full', [rowFor(person.inn)]);
  const { id, page } = await told(person);
  const file = `/api/registry-entries/${id}/assignment-notice`;
  const taken = await Promise.all([head.client.get(file), head.client.get(file)]);
  expect(taken.map(({ status }) => status)).toEqual([200, 200]);
  expect((await person.client.get(page)).body.assignmentNotice.readAt).toBeNull();
  const own = await person.client.get(file);
  expect(own.headers.get('content-type')).toBe('application/pdf');
  expect(own.text).toBe(taken[0].text);
  expect((await person.client.get(page)).body.assignmentNotice.readAt).not.toBeNull();
  const [stranger, elsewhere] = [await debtor(), await makeLender(testApp)];
  expect((await stranger.client.get(file)).status).toBe(404);
  expect((await stranger.client.post(`${page}/assignment-notice/read`)).status).toBe(404);
  expect((await stranger.client.post(`${stranger.own}/registry-entries/${id}/assignment-notice/read`)).status).toBe(
    404,
  );
  expect((await elsewhere.client.get(file)).status).toBe(404);
});

/** A working Wednesday at noon in Moscow; the law allows letters then. */
const noon = new Date('2027-02-03T09:00:00Z');
async function send(of: Debtor): Promise<void> {
  await run(`update entry_notices set planned_at = $2 where status = 'planned' and individual_id = $1`, [
    of.individualId,
    new Date(noon.getTime() - 1_000),
  ]);
  await runDeadlines(testApp.app, noon);
}

test('one letter about all that was acquired brings the numbers and codes, by the consent of its debtor', async () => {
  const person = await debtor();
  await lender.load('full', [rowFor(person.inn, {}), rowFor(person.inn), rowFor(person.inn)]);
  const { page, notice } = await told(person);
  // One row of the journal, for each of its notices.
  expect((await contactsOf(person)).map(({ status, brings }) => [status, brings])).toEqual([
    ['planned', true],
    ['planned', true],
  ]);
  await send(person);
  const { subject, text } = await letterTo(testApp, person.email);
  expect(text).toContain(ASSIGNED);
  expect(text).not.toContain(LETTER_SUBJECTS.claim);
  expect(text).toContain(`№ ${notice.number}. Код проверки: ${notice.verifyCode}`);
  expect(text.match(/Уведомление об уступке №/g)).toHaveLength(2);
  expect(text).toContain('согласились на письма кредиторов');
  for (const secret of [person.inn, 'Альфа', '₽']) expect(subject + text).not.toContain(secret);
  await run(`update letters set status = 'sent', sent_at = now() where status <> 'sent'`);
  await runDeadlines(testApp.app, noon);
  const now = (await person.client.get(page)).body.assignmentNotice;
  expect(now.sentAt).not.toBeNull();
  // Nothing that he has agreed to names his e-mail for notices: the letter alone delivers nothing.
  expect([now.deliveredAt, now.readAt]).toEqual([null, null]);
});

test('a registry of several portions is told of whole, by one letter to each debtor', async () => {
  const [one, other] = [await debtor(), await debtor()];
  const rows = rowsOf('full', generateRegistry(++seed), 0, 450).map((row, at) => ({
    ...row,
    ...ceded,
    debtorInn: (at < 300 ? one : other).inn,
    contactFlag: '',
    email: '',
    tz: '',
  }));
  await lender.load('full', rows);
  const issuedTo = async ({ individualId }: Debtor) =>
    (await run('select count(*)::int from issued_documents where individual_id = $1', [individualId]))[0]!['count'];
  await expect.poll(async () => [await issuedTo(one), await issuedTo(other)], patience).toEqual([300, 150]);
  for (const person of [one, other]) {
    const letters = await run(
      `select count(distinct c.id)::int as letters, count(n.id)::int as notices from entry_notices c join notices n on n.contact_id = c.id
       where c.individual_id = $1`,
      [person.individualId],
    );
    expect(letters).toEqual([{ letters: 1, notices: await issuedTo(person) }]);
  }
});

test('without a consent there is no letter, and the notice stands in the cabinet', async () => {
  const person = await debtor({ agrees: false });
  await lender.load('full', [rowFor(person.inn)]);
  const { notice } = await told(person);
  expect(notice.sentAt).toBeNull();
  expect(await contactsOf(person)).toEqual([{ status: 'refused', reason: 'no_consent', brings: false }]);
});

test('a withdrawn claim takes its notice and the letter back', async () => {
  const person = await debtor();
  const row = rowFor(person.inn);
  const address = await lender.load('full', [row]);
  const { id } = await told(person);
  const gone = await lender.client.post(`${address}/entries/${id}/withdraw`, { version: 1, reason: 'Вернули' });
  expect(gone.status).toBe(200);
  await expect.poll(() => noticesOf(id), patience).toEqual(['revoked']);
  await send(person);
  expect(await contactsOf(person)).toEqual([{ status: 'refused', reason: 'no_need', brings: true }]);
  // Loaded again it has passed to nobody.
  await lender.load('full', [row]);
  await expect.poll(() => bellsOf(person), patience).toEqual([toldAnew, toldFirst]);
});

test('a corrected deed, and another account, are told of by a new notice in place of the old one, once', async () => {
  const person = await debtor();
  await lender.load('full', [rowFor(person.inn)]);
  const { id, page } = await told(person);
  const again = () => issueAssignmentNotices(testApp.app, { legalEntityId: lender.id });
  await run(`update registry_entries set cession_ref = '№ 18/Ц от 02.03.2025' where id = $1`, [id]);
  for (let time = 0; time < 2; time++) await again();
  expect(await noticesOf(id)).toEqual(['revoked', 'issued']);
  const read = await person.client.post(`${page}/assignment-notice/read`);
  expect(read.text).toContain('№ 18/Ц от 02.03.2025');
  expect((await person.client.get(page)).body.assignmentNotice.number).toBe(`Ц-${id}/2`);
  const number = '40702810138000000005';
  await enterAccount(number);
  await again();
  await again();
  expect(await noticesOf(id)).toEqual(['revoked', 'revoked', 'issued']);
  expect((await person.client.post(`${page}/assignment-notice/read`)).text).toContain(number);
  // He is the creditor he was: the bell does not say that the debt has passed to another one again.
  expect(await bellsOf(person)).toEqual([toldAnew, toldAnew, toldFirst]);
  // Without an account there is nothing else to tell.
  await run('delete from payment_details where legal_entity_id = $1', [lender.id]);
  await again();
  expect(await noticesOf(id)).toHaveLength(3);
});

test('the bell rings neither about a debt that was denied nor for the dead; a bankrupt hears it', async () => {
  const [denier, bankrupt, dead] = [await debtor(), await debtor(), await debtor()];
  for (const person of [denier, bankrupt, dead]) await lender.load('full', [rowFor(person.inn)]);
  const { id } = await told(denier);
  await told(bankrupt);
  await told(dead);
  await run(`update registry_entries set reject_reason = 'not_mine' where id = $1`, [id]);
  const flag = (to: string, { individualId }: Debtor) =>
    run('update registry_entries set contact_flag = $2 where individual_id = $1', [individualId, to]);
  await flag('bankrupt', bankrupt);
  await flag('deceased', dead);
  await run(`update registry_entries set cession_ref = '№ 20/Ц от 04.03.2025' where individual_id = any($1)`, [
    [denier, bankrupt, dead].map(({ individualId }) => individualId),
  ]);
  await issueAssignmentNotices(testApp.app, { legalEntityId: lender.id });
  const rung = async ({ client }: Debtor) => (await client.get('/api/notifications')).body.items.length;
  expect([await rung(denier), await rung(bankrupt), await rung(dead)]).toEqual([1, 2, 1]);
  expect(await noticesOf(id)).toEqual(['revoked', 'issued']);
});

/** An account of the company, as another version of the program enters it: without a word about notices. */
const enterAccount = async (number: string): Promise<void> => {
  const { secrets } = testApp.app;
  await run('delete from payment_details where legal_entity_id = $1', [lender.id]);
  await run(
    `insert into payment_details (legal_entity_id, kind, recipient_name, bank_name, bik, number_sealed, number_mark, verified_at, is_default)
     values ($1, 'bank_account', 'ООО «Тест»', 'ПАО Сбербанк', '044525225', $2, $3, now(), true)`,
    [lender.id, sealNumber(secrets, number), markNumber(secrets, number)],
  );
};

test('the clock finds a deed and an account that another version of the program has changed', async () => {
  const person = await debtor();
  await lender.load('full', [rowFor(person.inn)]);
  const { id, page } = await told(person);
  const text = async () => (await person.client.post(`${page}/assignment-notice/read`)).text;
  await seekAssignments(testApp.app);
  expect(await noticesOf(id)).toEqual(['issued']);
  await run(`update registry_entries set cession_ref = '№ 19/Ц от 03.03.2025' where id = $1`, [id]);
  await seekAssignments(testApp.app);
  await expect.poll(() => noticesOf(id), patience).toEqual(['revoked', 'issued']);
  expect(await text()).toContain('№ 19/Ц от 03.03.2025');
  const number = '40702810138000000005';
  await enterAccount(number);
  await seekAssignments(testApp.app);
  await expect.poll(() => noticesOf(id), patience).toEqual(['revoked', 'revoked', 'issued']);
  expect(await text()).toContain(number);
  await run('delete from payment_details where legal_entity_id = $1', [lender.id]);
});

test.each(['№ 17/Ц от 01.03.2025', null])(
  'a notice from before the marks of the deed %j is marked by what it told, and told anew of another deed',
  async (deed) => {
    const person = await debtor();
    await lender.load('full', [rowFor(person.inn)]);
    const { id } = await told(person);
    const { individualId } = person;
    const changeDeed = (to: string | null) =>
      run('update registry_entries set cession_ref = $2 where id = $1', [id, to]);
    await changeDeed(deed);
    await issueAssignmentNotices(testApp.app, { legalEntityId: lender.id });
    const ofNotice = `document_id in (select id from issued_documents where individual_id = $1 and status = 'issued')`;
    const marks = () => run(`select deed_mark, account_mark from notices where ${ofNotice}`, [individualId]);
    const unmark = () =>
      run(`update notices set deed_mark = null, account_mark = null where ${ofNotice}`, [individualId]);
    const jobs = () => run('select 1 from graphile_worker.jobs where key = $1', [`assignments:${lender.id}`]);
    const [before, issued] = [await marks(), await noticesOf(id)];
    expect(before).toEqual([{ deed_mark: expect.any(String), account_mark: expect.any(String) }]);
    await unmark();
    await seekAssignments(testApp.app);
    await expect.poll(marks, patience).toEqual(before);
    // What a job looks at already the clock leaves to it.
    await expect.poll(jobs, patience).toEqual([]);
    expect(await noticesOf(id)).toEqual(issued);
    await unmark();
    await changeDeed('№ 20/Ц от 04.03.2025');
    await seekAssignments(testApp.app);
    await expect.poll(() => noticesOf(id), patience).toEqual([...issued.map(() => 'revoked'), 'issued']);
  },
);

test('a withdrawn registry takes back the notices of its claims', async () => {
  const person = await debtor();
  const address = await lender.load('full', [rowFor(person.inn)]);
  const { id } = await told(person);
  const { version } = (await lender.client.get(address)).body;
  const withdrawn = await lender.client.post(`${address}/withdraw`, { version, reason: 'Ошибка в файле' });
  expect(withdrawn.status, withdrawn.text).toBe(200);
  await expect.poll(() => noticesOf(id), patience).toEqual(['revoked']);
});

test('a debtor who is verified after the load is told then, and of claims from before the clock tells', async () => {
  const person = await debtor({ isVerified: false });
  await lender.load('full', [rowFor(person.inn)]);
  const verifier = await testApp.operator('verifier');
  await verifier.client.post(`${person.own}/verification_status`, { move: 'approve', version: 1 });
  const { id } = await told(person);
  await forget(id);
  await seekAssignments(testApp.app);
  await expect.poll(() => noticesOf(id), patience).toEqual(['revoked', 'issued']);
});

test('the clock asks for a company only what there is to tell, and takes no job away from who does it', async () => {
  const person = await debtor();
  await lender.load('full', [rowFor(person.inn)]);
  const { id } = await told(person);
  const key = `assignments:${lender.id}`;
  const jobs = () => run('select revision, locked_at, attempts from graphile_worker.jobs where key = $1', [key]);
  await vi.waitFor(async () => expect(await jobs()).toEqual([]), patience);
  await seekAssignments(testApp.app);
  expect(await jobs()).toEqual([]);

  // While another node has begun to tell.
  await forget(id);
  const { jobs: queue, database } = testApp.app;
  await queue.add(database.db, 'tell-assignments', { legalEntityId: lender.id }, { key, inSeconds: 600 });
  const begun = await jobs();
  await seekAssignments(testApp.app);
  expect(await jobs()).toEqual(begun);
  await run('delete from graphile_worker._private_jobs where key = $1', [key]);
  await seekAssignments(testApp.app);
  await expect.poll(() => noticesOf(id), patience).toEqual(['revoked', 'issued']);
});

test('a claim that its creditor has not acquired has no notice', async () => {
  const person = await debtor();
  await lender.load('full', [rowFor(person.inn, {})]);
  await issueAssignmentNotices(testApp.app, { legalEntityId: lender.id });
  const [{ id }] = (await person.client.get(`${person.own}/registry-entries`)).body.items;
  const page = `${person.own}/registry-entries/${id}`;
  expect((await person.client.get(page)).body.assignmentNotice).toBeNull();
  expect((await person.client.get(`/api/registry-entries/${id}/assignment-notice`)).body.code).toBe('document.absent');
  expect((await person.client.post(`${page}/assignment-notice/read`)).body.code).toBe('document.absent');
});
