import { describe, expect, test } from 'vitest';
import { AGREEMENT_TEMPLATE } from '#domain/documents/agreement-template.ts';
import { longDay } from '#domain/documents/agreement-vocabulary.ts';
import { addDays, moscowDay } from '#domain/values/days.ts';
import { dueSettlements, settleDeadlines } from '#server/modules/settlements/negotiation/deadlines.commands.ts';
import { readNegotiation } from '#server/modules/settlements/negotiation/negotiation-state.queries.ts';
import { offerText } from '#server/modules/settlements/negotiation/offer-text.queries.ts';
import { hashOf } from '#server/platform/auth/hash.ts';
import { blocksBeforeSigning, paperText } from '#test/helpers/paper-text.ts';
import type { Client } from '../../helpers/client.ts';
import { sealedPapers } from '../../helpers/papers.ts';
import { accept, firstDate, offer, openBargaining, openParties } from '../helpers/bargaining.ts';

const { scenario, debtor, creditor } = await openParties();

interface Piece {
  type: string;
  text?: string;
}
const plan = { kind: 'equal', amount: 3_000_000, payments: 3, firstDate, downPayment: 0 };
const read = (id: number, client: Client) => client.get(`/api/loans/${id}/agreement-text`);
const textOf = (blocks: readonly Piece[]): string => blocks.map((block) => JSON.stringify(block)).join('\n');

/** A bargaining whose offer was made and signed by a form of before: that of today with something else in its clauses. */
async function offeredByForm(form: number, changed: (clauses: string) => string): Promise<number> {
  const { app } = scenario.testApp;
  const { db } = app.database;
  const { title, clauses } = AGREEMENT_TEMPLATE;
  await scenario.run(
    `insert into document_templates (kind, version, title, clauses, sha256) values ('agreement', $1, $2, $3::jsonb, '')`,
    [form, title, changed(JSON.stringify(clauses))],
  );
  const { id } = await openBargaining(scenario);
  await offer(scenario, debtor, id, plan);
  const negotiation = await readNegotiation(db, id, new Date());
  const { termsHash } = await offerText({ app, db }, negotiation, negotiation.offer!, form);
  for (const table of ['terms_offers', 'signatures']) {
    await scenario.run(`alter table ${table} disable trigger user`);
    const version = table === 'terms_offers' ? `, template_version = ${form}, disputed = null` : '';
    await scenario.run(`update ${table} set terms_hash = $2${version} where settlement_id = $1`, [id, termsHash]);
    await scenario.run(`alter table ${table} enable trigger user`);
  }
  return id;
}

describe('the agreement of an offer', () => {
  test('is read whole by both before they sign, and the paper afterwards is the same text with signatures', async () => {
    const { id } = await openBargaining(scenario, { courtCost: 200_000 });
    await scenario.run('update accounts set phone = $1 where id = (select account_id from individuals where id = $2)', [
      '+79161234567',
      scenario.debtorId,
    ]);
    const draft = await debtor.client.post(`${debtor.base}/loans/${id}/agreement-text`, { plan });
    expect(draft.status).toBe(200);
    const printed = await debtor.client.post(`${debtor.base}/loans/${id}/agreement-text/pdf`, { plan });
    expect([printed.text.slice(0, 5), printed.headers.get('content-disposition')]).toEqual([
      '%PDF-',
      expect.stringContaining(encodeURIComponent('Проект соглашения')),
    ]);
    await offer(scenario, debtor, id, plan);
    const [ours, theirs] = [await read(id, debtor.client), await read(id, creditor.client)];
    // Of the debtor the creditor sees no passport and no phone before both have signed; what is signed is one text.
    expect(theirs.body.sha256).toBe(ours.body.sha256);
    expect(textOf(ours.body.blocks)).toContain('+7 (916) 123-45-67');
    expect(textOf(theirs.body.blocks)).toContain('+* (***) ***-*5-67');
    expect(ours.body).toEqual(draft.body);
    // Whoever knows all but what is masked for him cannot try: neither fingerprint is one that he can count.
    const guess = hashOf({ kind: 'agreement', version: ours.body.version, blocks: ours.body.blocks });
    const [made] = (await creditor.client.get(`/api/loans/${id}`)).body.offers;
    const { side, round, expiresAt } = made;
    const { number } = (await creditor.client.get(`/api/loans/${id}`)).body;
    expect(theirs.body.sha256).not.toBe(guess);
    expect(made.termsHash).not.toBe(hashOf({ number, side, round, expiresAt, text: guess }));
    expect(made.termsHash).toBe(hashOf({ number, side, round, expiresAt, text: theirs.body.sha256 }));
    const text = textOf(ours.body.blocks);
    for (const part of [
      'Стороны',
      'Иванов',
      'График',
      'Прощение части долга',
      'Нарушение и восстановление',
      'Неустойка',
    ]) {
      expect(text).toContain(part === 'График' ? 'Не позднее' : part);
    }
    const file = await creditor.client.get(`/api/loans/${id}/agreement-text/pdf`);
    expect(file.text.slice(0, 5)).toBe('%PDF-');
    expect((await accept(scenario, creditor, id)).status).toBe(200);
    expect(await blocksBeforeSigning(scenario.testApp.app, id, 'agreement')).toEqual(ours.body.blocks);
    expect((await read(id, debtor.client)).body.code).toBe('document.absent');
    // What the page of reading calls the fingerprint of the text stands so under both signatures and in the protocol of both.
    const lines = async (kind: string) => (await paperText(scenario.testApp.app, id, kind)).split('\n');
    const [paper, protocol] = [await lines('agreement'), await lines('signing_protocol')];
    const { sha256 } = ours.body;
    const { termsHash } = made;
    for (const line of [`Отпечаток текста ${sha256}`, `Отпечаток подписанного, SHA-256 ${termsHash}`]) {
      expect(paper.filter((one) => one === line)).toHaveLength(2);
    }
    for (const line of [`Отпечаток текста | ${sha256}`, `Отпечаток подписанного, SHA-256 | ${termsHash}`]) {
      expect(protocol.filter((one) => one === line)).toHaveLength(2);
    }
    expect([...paper, ...protocol].join('\n')).not.toContain('SHA-256 подписанного текста');
  });

  test('names the debtor by his own profile, whatever the registry of his creditor tells of him', async () => {
    const { id } = await openBargaining(scenario);
    await scenario.testApp.app.database.db
      .updateTable('individuals')
      .set(sealedPapers(scenario.testApp.app))
      .where('id', '=', scenario.debtorId)
      .execute();
    await offer(scenario, debtor, id, plan);
    const [own, theirs] = [await read(id, debtor.client), await read(id, creditor.client)].map((answer) =>
      textOf(answer.body.blocks),
    );
    const issue = 'паспорт 45 10 456123, выдан 20.05.2010 ОВД района Хамовники г. Москвы, код подразделения 770-014';
    expect(own).toContain(`${issue}, адрес регистрации: г. Москва, ул. Усачёва, д. 12, кв. 41`);
    expect(theirs).toContain('паспорт ** ** ***123, адрес регистрации: ***');
    expect(await accept(scenario, creditor, id)).toMatchObject({ status: 200 });
    expect(textOf((await blocksBeforeSigning(scenario.testApp.app, id, 'agreement')) as Piece[])).toContain(issue);
  });

  test('that it was opened, and when first, stands in the protocol of its signing; what only a page has asked for does not', async () => {
    const { id } = await openBargaining(scenario);
    const opened = (body: object) => debtor.client.post(`${debtor.base}/loans/${id}/agreement-text`, { plan, ...body });
    await opened({});
    await offer(scenario, debtor, id, plan);
    await read(id, creditor.client);
    await read(id, creditor.client);
    expect(await scenario.run('select 1 from text_readings where settlement_id = $1', [id])).toHaveLength(1);
    expect((await accept(scenario, creditor, id)).status).toBe(200);
    const protocol = (await paperText(scenario.testApp.app, id, 'signing_protocol')).split('\n');
    const rows = protocol.filter((line) => line.startsWith('Текст открыт до подписи'));
    expect(rows).toEqual([
      'Текст открыт до подписи | не открывался',
      expect.stringMatching(/^Текст открыт до подписи \| \d\d\.\d\d\.\d{4} .* МСК$/),
    ]);
    const other = await openBargaining(scenario);
    await debtor.client.post(`${debtor.base}/loans/${other.id}/agreement-text`, { plan, opens: true });
    await offer(scenario, debtor, other.id, plan);
    await accept(scenario, creditor, other.id);
    expect(await paperText(scenario.testApp.app, other.id, 'signing_protocol')).toMatch(
      /Текст открыт до подписи \| \d\d\.[\s\S]*Текст открыт до подписи \| не открывался/,
    );
  });

  test('says by which day its offer may be accepted; an offer by form 11 says no such day', async () => {
    const { id } = await openBargaining(scenario);
    await offer(scenario, debtor, id, plan);
    const last = longDay(addDays(moscowDay(new Date()), 7));
    expect((await read(id, debtor.client)).text).toContain(`действует по ${last} включительно`);
    const older = await offeredByForm(11, (clauses) =>
      clauses.replace(' и действует по {{offer_until}} включительно', ''),
    );
    const before = await read(older, debtor.client);
    expect(before.text).not.toContain(last);
    expect((await accept(scenario, creditor, older)).status).toBe(200);
    expect(await blocksBeforeSigning(scenario.testApp.app, older, 'agreement')).toEqual(before.body.blocks);
  });

  test('is read by the two alone', async () => {
    const { id } = await openBargaining(scenario);
    await offer(scenario, debtor, id, plan);
    expect((await read(id, scenario.other)).status).toBe(404);
    expect((await read(id, scenario.accountant)).status).toBe(403);
    expect((await read(id, scenario.operator)).status).toBe(403);
    const foreign = await scenario.other.post(`/api/individuals/${scenario.otherId}/loans/${id}/agreement-text`, {
      plan,
    });
    expect(foreign.status).toBe(404);
  });

  test.each([
    ['a sum above the debt', { ...plan, amount: 9_000_000 }, 'plan.amount'],
    ['a day after which the calendar ends', { ...plan, firstDate: '9999-12-31' }, 'plan.firstDate'],
  ])('says of terms that may not be offered what is wrong with them: %s', async (_name, wrong, field) => {
    const { id } = await openBargaining(scenario);
    const { status, body } = await debtor.client.post(`${debtor.base}/loans/${id}/agreement-text`, { plan: wrong });
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]]);
  });

  test.each([
    [
      'the phone of the debtor',
      'update accounts set phone = $1 where id = (select account_id from individuals where id = $2)',
      ['+79161112233', 'debtorId'],
    ],
    [
      'the address of the creditor',
      'update legal_entities set legal_address = $1 where id = $2',
      ['119019, г. Москва, ул. Новая, д. 1', 'company'],
    ],
  ] as const)('is another one when %s changes: the old signature binds to nothing', async (_, sql, [value, whose]) => {
    const { id } = await openBargaining(scenario);
    await offer(scenario, debtor, id, plan);
    const before = await read(id, debtor.client);
    await scenario.run(sql, [value, scenario[whose]]);
    const { status, body } = await accept(scenario, creditor, id);
    expect([status, body.code]).toEqual([409, 'offer.replaced']);
    expect(body.message).toContain('Текст соглашения изменился');
    const after = await read(id, debtor.client);
    expect(after.body.sha256).not.toBe(before.body.sha256);
    // Offered anew it is accepted.
    await debtor.client.post(`${debtor.base}/loans/${id}/recall-terms`);
    await offer(scenario, debtor, id, plan);
    expect((await accept(scenario, creditor, id)).status).toBe(200);
  });

  test('of an open offer by form 6 stays what it was, with the head by the card of the company', async () => {
    const id = await offeredByForm(6, (clauses) =>
      clauses.replace(
        '{{creditor_signatory}}',
        'Представитель: {{representative}}; основание полномочий: {{authority}}.',
      ),
    );
    const before = await read(id, debtor.client);
    expect(before.text).toContain('Представитель: сотрудник, подписавший Соглашение');
    // It tells nothing of what is disputed: so it is accepted only while nothing is.
    const dispute = (parts: object[]) => debtor.client.put(`${debtor.base}/loans/${id}/disputed-parts`, { parts });
    expect((await dispute([{ code: 'penalty', reason: null }])).body.disputedSinceOffer).toBe(true);
    expect((await accept(scenario, creditor, id)).body.code).toBe('offer.replaced');
    await dispute([]);
    expect((await accept(scenario, creditor, id)).body.disputed).toEqual([]);
    expect(await blocksBeforeSigning(scenario.testApp.app, id, 'agreement')).toEqual(before.body.blocks);
  });

  test('of an open offer by form 10 prints the one fingerprint of which that form speaks; its protocol has both', async () => {
    const id = await offeredByForm(10, (clauses) =>
      clauses.replace(
        'Под каждой подписью стоят два отпечатка.',
        'Отпечаток SHA-256 под каждой подписью — отпечаток текста.',
      ),
    );
    const { sha256 } = (await read(id, debtor.client)).body;
    const { termsHash } = (await creditor.client.get(`/api/loans/${id}`)).body.offers[0];
    expect((await accept(scenario, creditor, id)).status).toBe(200);
    const lines = async (kind: string) => (await paperText(scenario.testApp.app, id, kind)).split('\n');
    const [paper, protocol] = [await lines('agreement'), await lines('signing_protocol')];
    expect(paper.filter((line) => line.startsWith('SHA-256 подписанного текста'))).toHaveLength(2);
    expect(paper.join('\n')).not.toMatch(/^Отпечаток (текста|подписанного,)/m);
    expect(protocol).toContain(`Отпечаток текста | ${sha256}`);
    expect(protocol).toContain(`Отпечаток подписанного, SHA-256 | ${termsHash}`);
    // The protocol is of today: it does not say that the paper has both.
    expect(protocol.join('\n')).not.toContain('стоит в документе под подписями');
  });

  test.each([
    [null, 'теперь соглашение читают до подписи'],
    [4, 'форма соглашения изменилась'],
  ])('of an offer by form %s is none of today: the clock withdraws it and tells both', async (form, why) => {
    const { id } = await openBargaining(scenario);
    await offer(scenario, debtor, id, plan);
    const { db } = scenario.testApp.app.database;
    await scenario.run('alter table terms_offers disable trigger immutable');
    await scenario.run('update terms_offers set template_version = $2 where settlement_id = $1', [id, form]);
    await scenario.run('alter table terms_offers enable trigger immutable');
    expect((await accept(scenario, creditor, id)).body.code).toBe('offer.replaced');
    expect(await dueSettlements(db)).toContain(id);
    await scenario.write((tx) => settleDeadlines(tx, id, new Date()));
    const { body } = await debtor.client.get(`/api/loans/${id}`);
    expect(body).toMatchObject({ status: 'negotiation', turn: 'individual', offers: [{ status: 'withdrawn' }] });
    for (const { client } of [debtor, creditor]) {
      expect((await client.get('/api/notifications')).text).toContain(why);
    }
    expect(await dueSettlements(db)).not.toContain(id);
  });
});
