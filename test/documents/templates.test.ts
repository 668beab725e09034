import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { placeholdersIn } from '#domain/documents/document-template.ts';
import { TEMPLATES } from '#domain/documents/templates.ts';
import { prepareDatabase } from '#server/app.ts';
import { operatingCompanies } from '../helpers/operating.ts';
import { agree } from '../payments/helpers/scenario.ts';
import { debtorOf, lump, offer, openBargaining } from '../settlements/helpers/bargaining.ts';
import { makeScenario, type Scenario } from '../settlements/helpers/scenario.ts';

let scenario: Scenario;
beforeAll(async () => {
  scenario = await makeScenario();
});
afterAll(() => scenario.testApp.stop());

const path = '/api/dictionaries/agreement-template/items';

test('every form stands in the reference with its text and with what its placeholders mean', async () => {
  const { items, total } = (await scenario.debtor.get(path)).body;
  expect(total).toBe(Object.keys(TEMPLATES).length);
  for (const { id, kind, version, isCurrent, issued } of items) {
    const { template, vocabulary } = TEMPLATES[kind as keyof typeof TEMPLATES];
    expect({ version, isCurrent, issued }).toEqual({ version: template.version, isCurrent: true, issued: null });
    const { body } = await scenario.debtor.get(`${path}/${id}`);
    expect(body.clauses.map(({ code }: { code: string }) => code)).toEqual(template.clauses.map(({ code }) => code));
    expect(body.placeholders.map(({ name }: { name: string }) => name)).toEqual(placeholdersIn(template));
    const labels = vocabulary.placeholders as Record<string, { label: string }>;
    for (const { name, label } of body.placeholders) expect(label).toBe(labels[name]!.label);
    expect(body.documents).toEqual([]);
  }
});

test('a clause and a placeholder that do not always stand say when', async () => {
  const { body } = await scenario.operator.get(`${path}/1`);
  expect(body.kind).toBe('agreement');
  const cession = body.clauses.find(({ code }: { code: string }) => code === 'cession');
  expect(cession.when).toBe('уступка');
  expect(body.placeholders.find(({ name }: { name: string }) => name === 'schedule_table').type).toBe('blocks');
  expect(body.placeholders.find(({ name }: { name: string }) => name === 'rate').needs).toBe('рассрочка с процентами');
});

test('operators see which documents were made by a form, others do not', async () => {
  const settlementId = await agree(scenario);
  const { body } = await scenario.operator.get(`${path}/1`);
  expect(body.issued).toBe(1);
  expect(body.documents).toEqual([
    {
      id: expect.any(Number),
      number: expect.any(String),
      settlementId,
      status: 'issued',
      issuedAt: expect.any(String),
    },
  ]);
  expect((await scenario.head.get(`${path}/1`)).body).toMatchObject({ issued: null, documents: [] });
  const verifier = await scenario.testApp.operator('verifier');
  expect((await verifier.client.get(path)).status).toBe(403);
});

describe('a preview of a document', () => {
  const draw = (settlementId: number, templateId: number, who = scenario.operator) =>
    who.get(`/internal/debug/loans/${settlementId}/generate-preview/${templateId}`);
  const idOf = async (kind: string): Promise<number> => {
    const { items } = (await scenario.operator.get(path)).body;
    return items.find((one: { kind: string }) => one.kind === kind).id;
  };
  const documents = async () => (await scenario.run('select count(*)::int from issued_documents'))[0]!['count'];

  test('is drawn of the terms on the table, and issues nothing', async () => {
    const { id } = await openBargaining(scenario);
    expect((await draw(id, 1)).body.code).toBe('document.absent');
    await offer(scenario, debtorOf(scenario), id, lump(3_000_000));
    const before = await documents();
    const drawn = await draw(id, 1);
    expect([drawn.status, drawn.text.slice(0, 5)]).toEqual([200, '%PDF-']);
    expect(decodeURIComponent(drawn.headers.get('content-disposition')!)).toContain('Предпросмотр');
    expect(await documents()).toBe(before);
    const [seen] = await scenario.run(
      `select after from audit_log where object_type = 'settlements' and object_id = $1 and action = 'reveal'`,
      [id],
    );
    expect(seen!['after']).toEqual({ previewed: 1 });
  });

  test('is drawn of what the last document of its kind has told; without one there is nothing to draw', async () => {
    const id = await agree(scenario);
    expect((await draw(id, 1)).status).toBe(200);
    expect((await draw(id, await idOf('signing_protocol'))).status).toBe(200);
    for (const kind of ['certificate', 'addendum', 'annulment', 'receipt']) {
      expect((await draw(id, await idOf(kind))).body.code).toBe('document.absent');
    }
  });

  test('of a form that speaks of what nobody knows any more is refused', async () => {
    const [old] = await scenario.run(
      `insert into document_templates (kind, version, title, clauses, sha256) values ('agreement', 1, '{{gone}}', '[]', '') returning id`,
    );
    const id = await agree(scenario);
    const refused = await draw(id, Number(old!['id']));
    expect([refused.body.code, refused.body.message]).toEqual([
      'document.absent',
      expect.stringContaining('больше нечем'),
    ]);
    const shown = (await scenario.operator.get(`${path}/${String(old!['id'])}`)).body;
    expect(shown).toMatchObject({ isCurrent: false, placeholders: [{ name: 'gone', label: 'gone' }] });
  });

  test('is for those who keep the forms', async () => {
    const id = await agree(scenario);
    expect((await draw(id, 1, (await scenario.testApp.operator('manager')).client)).status).toBe(200);
    for (const role of ['observer', 'accountant', 'verifier'] as const)
      expect((await draw(id, 1, (await scenario.testApp.operator(role)).client)).status).toBe(403);
    expect((await draw(id, 1, scenario.head)).status).toBe(403);
    expect((await draw(id, 999)).status).toBe(404);
  });
});

test('a published text never changes, in the code or in the database', async () => {
  await expect(scenario.testApp.owner.query(`update document_templates set title = 'x'`)).rejects.toThrow(
    'append-only',
  );
  await scenario.testApp.owner.query(`
    alter table document_templates disable trigger append_only;
    update document_templates set sha256 = repeat('0', 64) where kind = 'receipt'`);
  await expect(prepareDatabase({ connectionString: scenario.testApp.databaseUrl }, operatingCompanies)).rejects.toThrow(
    'Текст формы receipt версии 2 изменён: нужна новая версия',
  );
});
