import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AgreementFacts } from '#domain/documents/agreement-facts.ts';
import type { SigningProtocolFacts } from '#domain/documents/signing-protocol.ts';
import type { SigningAct, SigningGround } from '#domain/parties/signing-right.ts';
import { type Day, moscowDay } from '#domain/values/days.ts';
import { demoPassword } from '#server/demo/accounts.ts';
import { seedPartnerHistory } from '#server/demo/partner-history.ts';
import { fillSettlements } from '#server/demo/settlements.ts';
import { fillDemoWorld } from '#server/demo/world.ts';
import { publishedForm } from '#server/modules/documents/forms.queries.ts';
import { factsIn, printed } from '#server/modules/documents/make.ts';
import { withServerRole } from '#server/platform/database/server-role.ts';
import { type Booted, boot } from '../helpers/boot.ts';
import type { Client } from '../helpers/client.ts';
import { paperText } from '../helpers/paper-text.ts';
import { type Bank, openBank, partnerKey } from '../payments/helpers/scenario.ts';

let bank: Bank;
let testApp: Booted;
let accountant: Client;
let administrator: Client;
const signIn = async (login: string): Promise<Client> => {
  const client = testApp.anonymous();
  await client.post('/internal/auth/operator/signin', { login, password: demoPassword });
  return client;
};

beforeAll(async () => {
  bank = await openBank();
  testApp = await boot({ payments: { url: bank.url, key: partnerKey } });
  await fillDemoWorld(await withServerRole({ connectionString: testApp.databaseUrl }), testApp.app.config);
  await fillSettlements(testApp.app);
  await seedPartnerHistory(testApp.app.database.db, bank.url);
  await bank.speak(testApp.url);
  accountant = await signIn('accountant@demo.test');
  administrator = await signIn('admin@demo.test');
});
afterAll(async () => {
  await testApp.stop();
  await bank.stop();
});

test('a day of the demonstration agrees with the statement of its partner, to the kopeck', async () => {
  const { rows } = await testApp.app.database.pool.query(
    'select distinct value_date::text as day from payments where value_date is not null order by 1',
  );
  expect(rows.length).toBeGreaterThan(3);
  for (const { day } of rows) {
    const { body } = await accountant.post('/internal/reconciliations', { day });
    expect(body).toMatchObject({ day, differences: 0 });
    expect([day, body.closing]).toEqual([day, body.ownClosing]);
    expect(body.matched).toBeGreaterThan(0);
  }
});

test('whoever signs in the demonstration had joined the rules of signing before', async () => {
  const { rows } = await testApp.app.database.pool.query(
    `select s.id, min(c.given_at) as joined, s.signed_at as signed from signatures s
     left join (consents c join consent_documents d on d.id = c.document_id and d.kind = 'pep-agreement')
       on c.account_id = s.account_id
     group by s.id order by s.id`,
  );
  expect(rows.length).toBeGreaterThan(10);
  for (const { id, joined, signed } of rows) expect([id, joined !== null && joined < signed]).toEqual([id, true]);
});

test('the chats of the demonstration tell of what has happened by its days, one after another', async () => {
  const { pool } = testApp.app.database;
  const told = await pool.query(
    `select m.event, (select count(*) from status_history h join settlements s on s.id = h.object_id
         where h.object_type = 'settlements' and s.request_id = c.request_id
           and h.machine || '.' || h.move = m.event and h.at = m.created_at)
       + (select count(*) from status_history h where h.object_type = 'requests' and h.object_id = c.request_id
           and h.machine || '.' || h.move = m.event and h.at = m.created_at) as moves
     from chat_messages m join chats c on c.id = m.chat_id join chat_events e on e.event = m.event`,
  );
  expect(told.rows.length).toBeGreaterThan(20);
  expect(told.rows.filter(({ moves }) => Number(moves) !== 1)).toEqual([]);
  const { rows: wrong } = await pool.query(
    `select c.id from chats c join chat_messages m on m.chat_id = c.id where c.kind = 'request'
     group by c.id having array_agg(m.id order by m.no) <> array_agg(m.id order by m.created_at, m.no)
       or max(m.created_at) <> c.last_at or min(m.created_at) < c.created_at`,
  );
  expect(wrong).toEqual([]);
});

test('nobody of the demonstration has consented to papers of health but she who was ill, before she sent one', async () => {
  const { rows } = await testApp.app.database.pool.query(
    `select a.email, c.given_at <= (select min(l.created_at) from life_events l where l.kind = 'illness') as before
     from consents c join consent_documents d on d.id = c.document_id and d.kind = 'health-data'
     join accounts a on a.id = c.account_id`,
  );
  expect(rows).toEqual([{ email: 'petrova@demo.test', before: true }]);
});

test('a protocol of the demonstration tells of nothing later than the signature', async () => {
  const { app } = testApp;
  const papers = await app.database.db
    .selectFrom('issuedDocuments')
    .select(['kind', 'factsSealed', 'factsSha256'])
    .where('kind', '=', 'signing_protocol')
    .execute();
  expect(papers.length).toBeGreaterThan(3);
  for (const paper of papers) {
    const { signings } = factsIn(app, paper, null) as SigningProtocolFacts;
    for (const { signedAt, codeSentAt, codeSentTo, consents } of signings) {
      if (codeSentTo !== null)
        expect(consents.map(({ title }) => title)).toContain('Правила простой электронной подписи');
      for (const { givenAt } of consents) expect(givenAt.getTime()).toBeLessThan(signedAt.getTime());
      expect((codeSentAt ?? signedAt).getTime()).toBeLessThanOrEqual(signedAt.getTime());
    }
  }
});

test('each signature of a company in the demonstration tells a right that was in force on its day', async () => {
  const { app } = testApp;
  const signatures = await app.database.db
    .selectFrom('signatures')
    .select(['signatory', 'signedAt', 'method'])
    .where('side', '=', 'creditor')
    .execute();
  expect(new Set(signatures.map(({ signatory }) => signatory?.ground.kind))).toEqual(
    new Set(['charter', 'power_of_attorney']),
  );
  for (const { signatory, signedAt } of signatures) {
    expect(signatory!.position).not.toBe('');
    expectInForce(signatory!.ground, moscowDay(signedAt), ['conclude', 'change']);
  }
  const policies = await app.database.db.selectFrom('settlementPolicies').select('signatory').execute();
  expect(policies.map(({ signatory }) => signatory?.ground.kind)).toEqual(policies.map(() => 'charter'));
});

/** Of a power of attorney: its days, and that it is for some of these acts. */
function expectInForce(ground: SigningGround, day: Day, acts: readonly SigningAct[]): void {
  if (ground.kind === 'charter') return;
  expect([ground.issuedOn! <= day, day <= ground.validUntil!]).toEqual([true, true]);
  expect(acts.some((act) => ground.scope!.includes(act))).toBe(true);
}

test('every paper of the demonstration that a company signs holds by itself', async () => {
  const { app } = testApp;
  const papers = await app.database.db
    .selectFrom('issuedDocuments')
    .select(['kind', 'factsSealed', 'factsSha256', 'templateVersion', 'issuedAt'])
    // Of an assignment the platform tells by itself, after the registry of the company.
    .where('kind', 'not in', ['receipt', 'signing_protocol', 'assignment_notice'])
    .execute();
  expect(new Set(papers.map(({ kind }) => kind))).toEqual(
    new Set([
      'agreement',
      'addendum',
      'certificate',
      'statement',
      'breach_notice',
      'termination_notice',
      'restoration_notice',
    ]),
  );
  for (const paper of papers) {
    const form = await publishedForm(app.database.db, { kind: paper.kind, version: paper.templateVersion });
    const frames = printed(form, factsIn(app, paper, null)).flatMap((block) =>
      block.type === 'signature' ? [block.lines.join('\n')] : [],
    );
    // An agreement and an addendum have the debtor's signature as well, which names no ground.
    const isByBoth = paper.kind === 'agreement' || paper.kind === 'addendum';
    const grounds = frames.flatMap((frame) => /Основание: (Устав|доверенность № .+)/.exec(frame)?.[1] ?? []);
    expect([paper.kind, frames.length, grounds.length]).toEqual([paper.kind, isByBoth ? 2 : 1, 1]);
  }
});

test('the papers of a debtor of the demonstration name one and the same document and address of his', async () => {
  const { app } = testApp;
  const papers = await app.database.db
    .selectFrom('issuedDocuments as d')
    .innerJoin('settlements as s', 's.id', 'd.settlementId')
    .select(['d.kind', 'd.factsSealed', 'd.factsSha256', 's.individualId'])
    .where('d.kind', '=', 'agreement')
    .execute();
  const named = Map.groupBy(papers, ({ individualId }) => individualId);
  const severalOf = [...named.values()].filter((own) => own.length > 1);
  expect(severalOf.length).toBeGreaterThan(1);
  for (const own of named.values()) {
    const tellsOf = own.map((paper) => {
      const { document, documentIssue, address } = (factsIn(app, paper, null) as AgreementFacts).debtor;
      return [document, documentIssue, address].join('\n');
    });
    expect(new Set(tellsOf).size).toBe(1);
    expect(tellsOf[0]).toMatch(/^паспорт \d\d \d\d \d{6}\nвыдан .+, код подразделения .+\n.+/);
  }
});

test('one agreement of the demonstration is about a debt in court: it names the case, its draft for the court is there', async () => {
  const { rows } = await testApp.app.database.pool.query(
    `select s.id from settlements s join registry_entries e on e.id = s.registry_entry_id
     where e.stage = 'court' and s.status = 'waiting_for_payment'`,
  );
  expect(rows).toHaveLength(1);
  const [{ id }] = rows;
  const { proceedings } = (await administrator.get(`/api/loans/${id}`)).body;
  expect(proceedings).toMatchObject({ stage: 'court', papers: ['settlement_motion'] });
  expect(await paperText(testApp.app, id, 'agreement')).toContain('дело № 2-1187/2026, Мировой судья');
});

test('a payment of the demonstration goes back once two persons have agreed', async () => {
  const { items } = (await accountant.get('/api/payments?limit=100')).body;
  const cards = await Promise.all(
    items.map(async ({ id }: { id: number }) => (await accountant.get(`/api/payments/${id}`)).body),
  );
  const paid = cards.find(({ refundable }) => refundable > 0);
  const path = `/api/payments/${paid.id}`;
  await accountant.post(`/internal/payments/${paid.id}/refunds`, {
    amount: 10_000,
    reason: 'Заплачено лишнее',
    makesLate: true,
  });
  const [{ id }] = (await administrator.get(path)).body.pendingApprovals;
  expect((await administrator.post(`/api/approvals/${id}/decision`, { decision: 'approve' })).status).toBe(200);
  const refund = async () => (await administrator.get(path)).body.refunds[0];
  await expect.poll(async () => (await refund()).status, { timeout: 20_000 }).toBe('succeeded');
  expect((await refund()).failReason).toBeNull();
});
