import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { AgreementFacts } from '#domain/documents/agreement-facts.ts';
import { AGREEMENT_TEMPLATE } from '#domain/documents/agreement-template.ts';
import { SIGNING_PROTOCOL_TEMPLATE } from '#domain/documents/signing-protocol.ts';
import { factsContext, makeDocuments } from '#server/modules/documents/make.ts';
import { sweepDocuments } from '#server/modules/documents/storage.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { makeDetail } from '../access/helpers/things.ts';
import type { Client, Reply } from '../helpers/client.ts';
import { countLying, lyingBytes, putBytes } from '../helpers/files/storage.ts';
import { accept, creditorOf, debtorOf, firstDate, offer, openBargaining } from '../settlements/helpers/bargaining.ts';
import { makeScenario, type Scenario } from '../settlements/helpers/scenario.ts';

let scenario: Scenario;
let settlement: number;
beforeAll(async () => {
  scenario = await makeScenario();
  settlement = await agree();
  await made(settlement);
});
afterAll(() => scenario.testApp.stop());

const plan = { kind: 'equal', amount: 3_000_000, payments: 3, firstDate, downPayment: 0 };

/** A settlement with its agreement. */
async function agree(): Promise<number> {
  const { id } = await openBargaining(scenario, { courtCost: 200_000 });
  await offer(scenario, debtorOf(scenario), id, plan);
  expect((await accept(scenario, creditorOf(scenario), id)).status).toBe(200);
  return id;
}

const contract = (id: number, client: Client = scenario.debtor, query = ''): Promise<Reply> =>
  client.get(`/api/loans/${id}/get-contract-document${query}`);
const made = (id: number): Promise<void> =>
  vi.waitFor(
    async () => expect((await contract(id, scenario.debtor, '?kind=signing_protocol')).status).toBe(200),
    20_000,
  );
const list = async (id = settlement, client: Client = scenario.debtor) =>
  (await client.get(`/api/issued-documents/loan/${id}`)).body.items;
const code = ({ status, body }: Reply) => [status, body.code];

/** Takes the files of a settlement's documents away, as no program may. */
async function unmake(id: number, more = 'number = number'): Promise<void> {
  await scenario.run('alter table issued_documents disable trigger immutable');
  await scenario.run(
    `update issued_documents set file_key = null, sha256 = null, size = null, made_at = null, ${more} where settlement_id = $1`,
    [id],
  );
  await scenario.run('alter table issued_documents enable trigger immutable');
}

describe('the documents of an agreement', () => {
  test('are made once it is concluded: the agreement and the protocol of its signing', async () => {
    const items = await list();
    expect(items).toMatchObject([
      { kind: 'signing_protocol', status: 'issued', templateVersion: SIGNING_PROTOCOL_TEMPLATE.version },
      { kind: 'agreement', status: 'issued', templateVersion: AGREEMENT_TEMPLATE.version },
    ]);
    const { number } = (await scenario.debtor.get(`/api/loans/${settlement}`)).body;
    for (const item of items) {
      expect(item.number).toBe(number);
      expect(item.verifyCode).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
      const reply = await scenario.debtor.get(`/api/issued-documents/loan/${settlement}/${item.id}`);
      expect(reply.headers.get('content-type')).toBe('application/pdf');
      expect(reply.text.slice(0, 5)).toBe('%PDF-');
    }
  });

  test('name the account in use of the creditor, once there is one', async () => {
    const { app } = scenario.testApp;
    const requisites = async (id: number) => {
      const [row] = await scenario.run(
        `select facts_sealed from issued_documents where settlement_id = ${id} and kind = 'agreement'`,
      );
      return app.secrets.open<AgreementFacts>(factsContext, String(row!['facts_sealed'])).payment.requisites;
    };
    expect(await requisites(settlement)).toBeNull();
    await inSystemTransaction(app.database.db, 'system.test', (tx) =>
      makeDetail(tx, app.secrets, { legalEntityId: scenario.company }),
    );
    await scenario.run('update payment_details set is_default = true, verified_at = now()');
    const later = await agree();
    await made(later);
    expect(await requisites(later)).toEqual({
      recipient: 'Получатель',
      account: '40702810138000000005',
      bank: 'Банк, БИК 044525225',
    });
  });

  test('are the same for both sides, and nobody else has them', async () => {
    const [debtors, creditors] = await Promise.all([contract(settlement), contract(settlement, scenario.manager)]);
    expect(debtors.text).toBe(creditors.text);
    expect((await contract(settlement, scenario.operator)).status).toBe(200);
    // Who may not show a person in full does not read his passport in a paper either; that the papers are there he sees.
    const unseeing = await Promise.all(
      (['accountant', 'observer'] as const).flatMap((role) => [
        scenario.testApp.operator(role),
        scenario.testApp.employee({ legalEntityId: scenario.company, role }),
      ]),
    );
    for (const { client } of unseeing) {
      expect((await contract(settlement, client)).status).toBe(403);
      const papers = await client.get(`/api/issued-documents/loan/${settlement}`);
      expect(papers.body.items.length).toBeGreaterThan(0);
      const file = await client.get(`/api/issued-documents/loan/${settlement}/${papers.body.items[0].id}`);
      expect(file.status).toBe(403);
    }
    const readings = await scenario.run(
      `select kind from audit_log where action = 'reveal' and object_type = 'issued_documents' order by id desc limit 2`,
    );
    expect(readings.map(({ kind }) => kind)).toEqual(['operator', 'employee']);
    expect((await contract(settlement, scenario.other)).status).toBe(404);
    const [{ id }] = await list();
    expect((await scenario.other.get(`/api/issued-documents/loan/${settlement}/${id}`)).status).toBe(404);
    expect((await scenario.debtor.get(`/api/issued-documents/person/${settlement}`)).status).toBe(404);
    expect((await scenario.debtor.get(`/api/issued-documents/person/${settlement}/${id}`)).status).toBe(404);
  });

  test('are the same file byte by byte whenever they are made', async () => {
    const before = await list();
    const [row] = await scenario.run('select agreement_id as id from issued_documents where settlement_id = $1', [
      settlement,
    ]);
    await unmake(settlement);
    expect(code(await contract(settlement))).toEqual([409, 'document.unmade']);
    const unmade = (await list()).find(({ kind }: { kind: string }) => kind === 'agreement');
    expect(code(await scenario.debtor.get(`/api/issued-documents/loan/${settlement}/${unmade.id}`))).toEqual([
      409,
      'document.unmade',
    ]);
    await Promise.all([1, 2, 3].map(() => makeDocuments(scenario.testApp.app, { agreementId: row!['id'] as number })));
    expect(await list()).toEqual(before);
  });

  test('are printed by the form they were issued with, whatever form is in use by then', async () => {
    const id = await agree();
    await made(id);
    const [before] = await scenario.run(
      `select agreement_id as agreement, size from issued_documents where settlement_id = $1 and kind = 'agreement'`,
      [id],
    );
    // The form of another day says sixty lines more.
    const lines = Array.from({ length: 60 }, () => randomBytes(50).toString('hex'));
    await scenario.run(
      `insert into document_templates (kind, version, title, clauses, sha256)
       select kind, 99, title, clauses || $1::jsonb, '' from document_templates where kind = 'agreement' and version = ${AGREEMENT_TEMPLATE.version}`,
      [JSON.stringify([{ code: 'more', heading: 'Ещё', paragraphs: lines }])],
    );
    await unmake(id, `template_version = case kind when 'agreement' then 99 else template_version end`);
    await makeDocuments(scenario.testApp.app, { agreementId: Number(before!['agreement']) });
    const long = (await list(id)).find(({ kind }: { kind: string }) => kind === 'agreement');
    expect(long).toMatchObject({ templateVersion: 99 });
    expect(long.size).toBeGreaterThan(Number(before!['size']) + 3_000);
  });

  test('IN3: are made whatever the names and numbers in them hold', async () => {
    const hostile = '{{agreed}} #panic("x") <b>\u202eКД\r\n$&';
    const { id } = await openBargaining(scenario, { contractNumber: hostile });
    await offer(scenario, debtorOf(scenario), id, plan);
    expect((await accept(scenario, creditorOf(scenario), id)).status).toBe(200);
    await made(id);
    expect((await contract(id)).text.slice(0, 5)).toBe('%PDF-');
  });

  test('never change, not even by hand in the database', async () => {
    for (const change of [`number = 'другой'`, `sha256 = repeat('0', 64)`, `facts_sealed = ''`, `made_at = now()`]) {
      await expect(
        scenario.run(`update issued_documents set ${change} where settlement_id = $1`, [settlement]),
      ).rejects.toThrow('does not change');
    }
    await expect(scenario.run('delete from issued_documents')).rejects.toThrow();
  });

  test('keep passports sealed in the database', async () => {
    const [{ facts }] = (await scenario.run('select facts_sealed as facts from issued_documents limit 1')) as [
      { facts: string },
    ];
    expect(facts).toMatch(/^1\.[\w-]+$/);
  });

  test('do not exist before there is an agreement', async () => {
    const { id } = await openBargaining(scenario);
    expect(code(await contract(id))).toEqual([409, 'document.absent']);
    expect(await list(id)).toEqual([]);
  });

  test('are not shown when their file was touched', async () => {
    const [{ key }] = (await scenario.run(
      `select file_key as key from issued_documents where settlement_id = $1 and kind = 'agreement'`,
      [settlement],
    )) as [{ key: string }];
    const { config } = scenario.testApp.app;
    const sealed = await lyingBytes(config, 'documents', key);
    await putBytes(config, 'documents', key, Buffer.concat([sealed, Buffer.from(' ')]));
    expect((await contract(settlement)).status).toBe(500);
    // Here the failure is wanted.
    scenario.testApp.undeclared.length = 0;
  });

  test('leave no file that no row has', async () => {
    const [{ count: rows }] = (await scenario.run(
      'select count(*) from issued_documents where made_at is not null',
    )) as [{ count: number }];
    const { config } = scenario.testApp.app;
    await putBytes(config, 'documents', 'f'.repeat(32), Buffer.from('left'));
    // The clock of another machine may be ahead.
    await sweepDocuments(scenario.testApp.app, -60_000);
    expect(await countLying(config, 'documents')).toBe(rows);
  });
});

describe('the check of a document', () => {
  const check = (given: string) =>
    scenario.testApp.anonymous().get(`/api/public/documents/${encodeURIComponent(given)}`);

  test('tells anybody that it is ours and nothing of its parties or sums', async () => {
    const [, agreement] = await list();
    const { status, body } = await check(agreement.verifyCode.toLowerCase());
    expect(status).toBe(200);
    expect(body).toEqual({
      kind: 'agreement',
      number: agreement.number,
      status: 'issued',
      issuedAt: agreement.issuedAt,
      made: true,
    });
  });

  test.each(['0000-0000-0000-0000', 'нет', "' or 1=1"])('knows no %s', async (given) => {
    expect(code(await check(given))).toEqual([404, 'object.absent']);
  });

  test('compares the fingerprint of a file with ours and never tells it: a short paper would answer guesses', async () => {
    const id = await agree();
    await made(id);
    const [, agreement] = await list(id);
    const response = await fetch(`${scenario.testApp.url}/api/loans/${id}/get-contract-document`, {
      headers: { cookie: [...scenario.debtor.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    const sha256 = createHash('sha256')
      .update(Buffer.from(await response.arrayBuffer()))
      .digest('hex');
    const compare = (given: string, verifyCode: string = agreement.verifyCode) =>
      scenario.testApp.anonymous().post(`/api/public/documents/${verifyCode}/compare`, { sha256: given });
    expect((await compare(sha256)).body).toEqual({ same: true });
    expect((await compare(` ${sha256.toUpperCase()}`)).body).toEqual({ same: true });
    expect((await compare(sha256.replace(/^./, (first) => (first === '0' ? '1' : '0')))).body).toEqual({ same: false });
    expect((await compare(sha256, '0000-0000-0000-0000')).status).toBe(404);
    expect((await compare('abc')).body.fields).toHaveProperty('sha256');
    // Neither the page nor the list of papers holds it.
    const told = [await check(agreement.verifyCode), await scenario.debtor.get(`/api/issued-documents/loan/${id}`)];
    for (const { text } of told) expect(text).not.toContain(sha256);
  });
});
