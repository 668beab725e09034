import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeholdersIn } from '#domain/document-template.ts';
import { TEMPLATES } from '#domain/templates.ts';
import { prepareDatabase } from '#server/app.ts';
import { makeStage, type Stage } from './deal/stage.ts';
import { agree } from './money/bank.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await makeStage();
});
afterAll(() => stage.house.stop());

const path = '/api/dictionaries/agreement-template/items';

test('every form stands in the reference with its text and with what its placeholders mean', async () => {
  const { items, total } = (await stage.debtor.get(path)).body;
  expect(total).toBe(Object.keys(TEMPLATES).length);
  for (const { id, kind, version, isCurrent, issued } of items) {
    const { template, vocabulary } = TEMPLATES[kind as keyof typeof TEMPLATES];
    expect({ version, isCurrent, issued }).toEqual({ version: template.version, isCurrent: true, issued: null });
    const { body } = await stage.debtor.get(`${path}/${id}`);
    expect(body.clauses.map(({ code }: { code: string }) => code)).toEqual(template.clauses.map(({ code }) => code));
    expect(body.placeholders.map(({ name }: { name: string }) => name)).toEqual(placeholdersIn(template));
    const labels = vocabulary.placeholders as Record<string, { label: string }>;
    for (const { name, label } of body.placeholders) expect(label).toBe(labels[name]!.label);
    expect(body.documents).toEqual([]);
  }
});

test('a clause and a placeholder that do not always stand say when', async () => {
  const { body } = await stage.operator.get(`${path}/1`);
  expect(body.kind).toBe('agreement');
  const cession = body.clauses.find(({ code }: { code: string }) => code === 'cession');
  expect(cession.when).toBe('уступка');
  expect(body.placeholders.find(({ name }: { name: string }) => name === 'schedule_table').type).toBe('blocks');
  expect(body.placeholders.find(({ name }: { name: string }) => name === 'rate').needs).toBe('рассрочка с процентами');
});

test('operators see which documents were made by a form, others do not', async () => {
  const settlementId = await agree(stage);
  const { body } = await stage.operator.get(`${path}/1`);
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
  expect((await stage.head.get(`${path}/1`)).body).toMatchObject({ issued: null, documents: [] });
  const verifier = await stage.house.operator('verifier');
  expect((await verifier.client.get(path)).status).toBe(403);
});

test('a published text never changes, in the code or in the database', async () => {
  await expect(stage.house.owner.query(`update document_templates set title = 'x'`)).rejects.toThrow('append-only');
  await stage.house.owner.query(`
    alter table document_templates disable trigger append_only;
    update document_templates set sha256 = repeat('0', 64) where kind = 'receipt'`);
  await expect(prepareDatabase({ connectionString: stage.house.databaseUrl })).rejects.toThrow(
    'Текст формы receipt версии 1 изменён: нужна новая версия',
  );
});
