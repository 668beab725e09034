import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Reply } from '../helpers/client.ts';
import { papersInSql } from '../helpers/papers.ts';
import { freshContract, innOf, makeScenario, type Scenario } from '../settlements/helpers/scenario.ts';

let scenario: Scenario;
let own: string;
let inside: string;
let ofCompany: string;
beforeAll(async () => {
  scenario = await makeScenario();
  own = `/api/individuals/${scenario.debtorId}/questionnaires`;
  inside = `/internal/questionnaires/individuals/${scenario.debtorId}`;
  ofCompany = `/api/legal-entities/${scenario.company}/individual-questionnaires`;
});
afterAll(() => scenario.testApp.stop());

const whole = (more: object = {}) => ({
  creditorInn: innOf.stranger,
  creditorName: 'АО «Бета Банк»',
  contractNumber: freshContract(),
  claimedDebt: 3_500_000,
  debtReason: 'job_loss',
  ...more,
});
const create = (more: object = {}): Promise<Reply> => scenario.debtor.post(own, whole(more));
const code = ({ status, body }: Reply) => [status, body.code ?? body.status];

test('a request to one creditor is nothing to another, who has a claim on the same person', async () => {
  const { testApp } = scenario;
  const legalEntityId = await testApp.company({ inn: '7736050003', verificationStatus: 'verified' });
  const { client } = await testApp.employee({ legalEntityId, role: 'head' });
  const theirs = (await create()).body;
  await scenario.run('update requests set legal_entity_id = $1 where id = $2', [legalEntityId, theirs.id]);
  const foreign = (await scenario.requestOf(await scenario.claim())).body;
  const paths = ({ id }: { id: number }) => [
    `${own}/${id}`,
    `${own}/${id}/history`,
    `${own}/${id}/files`,
    `${own}/${id}/file/contract`,
    `${own}/${id}/file/contract/link`,
  ];
  for (const path of paths(foreign)) {
    const found = await client.get(path);
    expect([path, found.status, found.body.code]).toEqual([path, 404, 'object.absent']);
    expect((await client.probe('GET', path)).status).toBe(404);
  }
  const started = await client.post(`${own}/${foreign.id}/negotiate/${legalEntityId}`, { version: foreign.version });
  expect(code(started)).toEqual([404, 'object.absent']);
  // What is his own he sees; there are no files in it.
  expect(
    (
      await Promise.all(
        paths(theirs)
          .slice(0, 3)
          .map((path) => client.get(path)),
      )
    ).map(({ status }) => status),
  ).toEqual([200, 200, 200]);
});

describe('a request is made', () => {
  test('by a verified person with all that is needed: it looks for its creditor', async () => {
    const { status, body } = await create({ desiredAmount: 2_000_000, comment: 'Готов платить' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: 'search', startedBy: 'individual', gaps: [], claimedDebt: 3_500_000 });
    expect(body.number).toMatch(/^З-\d{6}$/);
    expect(body.moves).toEqual(['edit', 'handOver', 'withdraw']);
  });

  test('as a draft when something is missing; what is only saved stays, and goes on when it is sent', async () => {
    const draft = await create({ contractNumber: null, debtReason: null });
    expect(draft.body).toMatchObject({ status: 'waiting', gaps: ['contractNumber', 'debtReason'] });
    const { id, version } = draft.body;
    const change = { contractNumber: freshContract(), debtReason: 'illness', send: false, version };
    const saved = await scenario.debtor.patch(`${own}/${id}`, change);
    expect(saved.body).toMatchObject({ status: 'waiting', gaps: [] });
    const done = await scenario.debtor.patch(`${own}/${id}`, { version: saved.body.version });
    expect(done.body).toMatchObject({ status: 'search', gaps: [] });
  });

  test('by somebody unverified as a draft, which goes on when he is verified', async () => {
    const path = `/api/individuals/${scenario.otherId}`;
    const draft = await scenario.other.post(`${path}/questionnaires`, whole());
    expect(draft.body).toMatchObject({ status: 'waiting', gaps: ['verification'] });
    await scenario.run(
      `update individuals set verification_status = 'pending', ${papersInSql(scenario.testApp.app)} where id = $1`,
      [scenario.otherId],
    );
    const { version } = (await scenario.operator.get(path)).body;
    const verified = await scenario.operator.post(`${path}/verification_status`, { move: 'approve', version });
    expect(verified.status).toBe(200);
    expect((await scenario.other.get(`${path}/questionnaires/${draft.body.id}`)).body.status).toBe('search');
  });

  test('and is with the creditor at once where his registry has the claim; the claim stands still', async () => {
    const contractNumber = freshContract();
    const entry = await scenario.claim({ contractNumber });
    const { body } = await create({ creditorInn: innOf.creditor, contractNumber });
    expect(body).toMatchObject({ status: 'pending', legalEntityId: scenario.company, entryTotal: 4_000_000 });
    expect(body.answerBy).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    const [frozen] = await scenario.run('select frozen_at from registry_entries where id = $1', [entry]);
    expect(frozen!['frozen_at']).not.toBeNull();
    const told = await scenario.manager.get('/api/notifications');
    expect(told.text).toContain(body.number);
  });

  test('of a claim in a registry, by its own operation', async () => {
    const entry = await scenario.claim();
    const { status, body } = await scenario.requestOf(entry, { desiredAmount: 1_000_000 });
    expect([status, body.status, body.startedBy, body.registryEntryId]).toEqual([201, 'pending', 'creditor', entry]);
    expect(code(await scenario.requestOf(entry))).toEqual([409, 'entry.frozen']);
  });

  test('and tells its history to those who see it: by name to operators, by side to the parties', async () => {
    const { body } = await scenario.requestOf(await scenario.claim());
    const { id, version } = body;
    const path = `${own}/${id}`;
    const told = { reason: 'not_our_debtor', comment: 'Такого договора у нас нет', version };
    expect((await scenario.manager.post(`${ofCompany}/${id}/decline`, told)).status).toBe(204);
    const [toDebtor, toOperator] = await Promise.all([
      scenario.debtor.get(`${path}/history`),
      scenario.operator.get(`${path}/history`),
    ]);
    expect(toDebtor.body.items.map(({ what, who, reason }: Record<string, string>) => [what, who, reason])).toEqual([
      ['Отклонена кредитором', 'Кредитор', 'Чужой долг'],
      ['Создана', 'Заёмщик', null],
    ]);
    expect(toOperator.body.items[0].who).not.toBe('Кредитор');
    expect(toOperator.body.items[0].who).not.toBe('Система');
    expect((await scenario.other.get(`${path}/history`)).status).toBe(404);
  });

  test('and is listed to the company by person too', async () => {
    await scenario.requestOf(await scenario.claim());
    const by = (id: number) => scenario.manager.get(`${ofCompany}?filter[individualId]=${id}`);
    const [his, nobodys] = await Promise.all([by(scenario.debtorId), by(scenario.otherId)]);
    expect(his.body.total).toBeGreaterThan(0);
    expect(nobodys.body.total).toBe(0);
  });

  test('not twice of one debt, not even by twenty at once', async () => {
    const contractNumber = freshContract();
    const replies = await Promise.all(Array.from({ length: 20 }, () => create({ contractNumber })));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(replies.filter(({ status }) => status !== 201).map(({ body }) => body.code))).toEqual(
      new Set(['request.exists']),
    );
  });

  test('not twice of one debt by two ways', async () => {
    const contractNumber = freshContract();
    await create({ contractNumber, creditorInn: innOf.creditor });
    expect(code(await scenario.requestOf(await scenario.claim({ contractNumber })))).toEqual([409, 'request.exists']);
  });

  test('not about a claim that is withdrawn, nor of a blocked creditor, nor by somebody unverified', async () => {
    const entry = await scenario.claim();
    const refused = async (away: string, back: string) => {
      await scenario.run(away);
      const reply = await scenario.requestOf(entry);
      await scenario.run(back);
      return code(reply);
    };
    const entries = `update registry_entries set withdrawn_at`;
    const status = (table: string, to: string, id: number) =>
      `update ${table} set verification_status = '${to}' where id = ${id}`;
    expect([
      await refused(`${entries} = now() where id = ${entry}`, `${entries} = null where id = ${entry}`),
      await refused(
        status('legal_entities', 'blocked', scenario.company),
        status('legal_entities', 'verified', scenario.company),
      ),
      await refused(
        status('individuals', 'unverified', scenario.debtorId),
        status('individuals', 'verified', scenario.debtorId),
      ),
    ]).toEqual([
      [409, 'request.impossible'],
      [409, 'request.impossible'],
      [409, 'request.impossible'],
    ]);
  });

  test.each([
    ['a contract of tomorrow', { contractDate: '2199-01-01' }, 'contractDate'],
    ['a debt of nothing', { claimedDebt: 0 }, 'claimedDebt'],
    ['a wrong ИНН', { creditorInn: '7707083894' }, 'creditorInn'],
  ])('not with %s', async (_name, more, field) => {
    const { status, body } = await create(more);
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]]);
  });
});

describe('a request that looks for its creditor', () => {
  test('is named one of the verified creditors, found by name or ИНН', async () => {
    await scenario.testApp.company({ inn: '7702070139', shortName: 'ООО «Неизвестный»' });
    const found = async (words: string) =>
      (await scenario.debtor.get(`/api/individuals/${scenario.debtorId}/creditors?q=${encodeURIComponent(words)}`)).body
        .items;
    expect(await found(innOf.creditor)).toEqual([
      { id: scenario.company, inn: innOf.creditor, name: expect.any(String) },
    ]);
    expect(await found('неизвестный')).toEqual([]);
  });

  test('is handed over by its author to the creditor whom it names', async () => {
    const { body } = await create({ creditorInn: innOf.creditor });
    const path = `${own}/${body.id}/negotiate/${scenario.company}`;
    expect(code(await scenario.debtor.post(path, { version: body.version + 1 }))).toEqual([409, 'version.stale']);
    const handed = await scenario.debtor.post(path, { version: body.version });
    expect(handed.body).toMatchObject({ status: 'pending', legalEntityId: scenario.company });
    expect(code(await scenario.debtor.post(path, { version: handed.body.version }))).toEqual([409, 'move.illegal']);
  });

  test('is handed over about a claim that its author names, if it is his and this creditor’s', async () => {
    const { body } = await create({ creditorInn: innOf.creditor });
    const path = `${own}/${body.id}/negotiate/${scenario.company}`;
    const foreign = await scenario.claim({ individualId: scenario.otherId, debtorInn: innOf.other });
    const mine = await scenario.claim();
    for (const named of [foreign, 987_654_321]) {
      const reply = await scenario.debtor.post(path, { version: body.version, registryEntryId: named });
      expect(code(reply)).toEqual([404, 'object.absent']);
    }
    const handed = await scenario.debtor.post(path, { version: body.version, registryEntryId: mine });
    expect(handed.body).toMatchObject({ status: 'pending', registryEntryId: mine });
    // What it is about is known now: the creditor confirms that and no other.
    const other = await scenario.claim();
    const confirm = (registryEntryId: number) =>
      scenario.manager.post(path, { version: handed.body.version, registryEntryId });
    expect(code(await confirm(987_654_321))).toEqual([404, 'object.absent']);
    expect(code(await confirm(other))).toEqual([409, 'request.impossible']);
    expect((await confirm(mine)).status).toBe(200);
  });

  test('is not handed to a creditor who is not verified', async () => {
    const away = await scenario.testApp.company({ inn: '7736050003' });
    const { body } = await create({ creditorInn: '7736050003' });
    const reply = await scenario.debtor.post(`${own}/${body.id}/negotiate/${away}`, { version: body.version });
    expect(code(reply)).toEqual([409, 'request.impossible']);
  });

  test('stays whole while it is edited, and keeps to its version', async () => {
    const { id, version } = (await create()).body;
    expect((await scenario.debtor.patch(`${own}/${id}`, { claimedDebt: null, version })).body.fields).toHaveProperty(
      'claimedDebt',
    );
    expect((await scenario.debtor.patch(`${own}/${id}`, { comment: 'Раз', version })).body.comment).toBe('Раз');
    expect(code(await scenario.debtor.patch(`${own}/${id}`, { comment: 'Два', version }))).toEqual([
      409,
      'version.stale',
    ]);
  });

  test('does not become one of a debt that has a request already', async () => {
    const contractNumber = freshContract();
    await create({ contractNumber });
    const { id, version } = (await create()).body;
    expect(code(await scenario.debtor.patch(`${own}/${id}`, { contractNumber, version }))).toEqual([
      409,
      'request.exists',
    ]);
  });
});

describe('a request that is with its creditor', () => {
  const pending = async () => (await scenario.requestOf(await scenario.claim())).body;

  test('is seen by his people, the ИНН in full only by those who answer', async () => {
    const { id } = await pending();
    const seen = async (client: typeof scenario.head) =>
      (await client.get(`${own}/${id}`)).body as { debtorInn: string; moves: string[] };
    expect((await seen(scenario.manager)).debtorInn).toBe(innOf.debtor);
    expect((await seen(scenario.manager)).moves).toEqual(['negotiate', 'decline']);
    expect((await seen(scenario.accountant)).debtorInn).toBe('50******59');
    expect((await scenario.head.get(ofCompany)).body.items.map((one: { id: number }) => one.id)).toContain(id);
    const registry = `/api/legal-entities/${scenario.company}/registries/${scenario.registry}/questionnaires`;
    expect((await scenario.head.get(registry)).body.items[0].id).toBe(id);
    expect((await scenario.head.get(`${registry}/${id}`)).body.id).toBe(id);
  });

  test('is not seen before it has been handed over', async () => {
    const { id } = (await create({ creditorInn: innOf.creditor })).body;
    expect((await scenario.head.get(`${own}/${id}`)).status).toBe(404);
    expect((await scenario.head.get(ofCompany)).body.items.map((one: { id: number }) => one.id)).not.toContain(id);
  });

  test('is declined with a reason: the debtor is told, the claim is free, the request looks further', async () => {
    const { id, version, registryEntryId, number } = await pending();
    const path = `${ofCompany}/${id}/decline`;
    const ceded = { reason: 'ceded', newCreditorInn: innOf.stranger, version };
    expect(code(await scenario.manager.post(path, { ...ceded, version: version + 1 }))).toEqual([409, 'version.stale']);
    const asked = async () =>
      (await scenario.manager.get('/api/notifications')).text.includes(`Новая заявка ${number}`);
    expect(await asked()).toBe(true);
    expect((await scenario.manager.post(path, ceded)).status).toBe(204);
    // Nobody is asked any more for an answer that has been given.
    expect(await asked()).toBe(false);
    const { body } = await scenario.debtor.get(`${own}/${id}`);
    expect(body).toMatchObject({ status: 'search', declineReason: 'ceded', suggestedInn: innOf.stranger });
    const [entry] = await scenario.run('select frozen_at from registry_entries where id = $1', [registryEntryId]);
    expect(entry!['frozen_at']).toBeNull();
    expect((await scenario.debtor.get('/api/notifications')).text).toContain('Уступлен другому кредитору');
  });

  test('can no more be edited, put away or declined twice', async () => {
    const { id, version } = await pending();
    expect(code(await scenario.debtor.patch(`${own}/${id}`, { comment: 'Поздно', version }))).toEqual([
      409,
      'move.illegal',
    ]);
    expect(code(await scenario.operator.post(`${inside}/requests/${id}/archive`, { version }))).toEqual([
      409,
      'move.illegal',
    ]);
    expect((await scenario.debtor.delete(`${own}/${id}`)).status).toBe(204);
    expect(
      code(await scenario.manager.post(`${ofCompany}/${id}/decline`, { reason: 'paid', version: version + 1 })),
    ).toEqual([409, 'move.illegal']);
  });

  test('is withdrawn once: the claim is free, and a new request may be made of it', async () => {
    const entry = await scenario.claim();
    const { id } = (await scenario.requestOf(entry)).body;
    expect((await scenario.debtor.delete(`${own}/${id}`)).status).toBe(204);
    expect(code(await scenario.debtor.delete(`${own}/${id}`))).toEqual([409, 'move.illegal']);
    expect((await scenario.debtor.get(`${own}/${id}`)).body).toMatchObject({
      status: 'closed',
      closeReason: 'withdrawn',
    });
    expect((await scenario.requestOf(entry)).status).toBe(201);
  });
});

describe('operators', () => {
  test('put a request away and bring it back, unless its debt has another one by now', async () => {
    const contractNumber = freshContract();
    const { id, version } = (await create({ contractNumber })).body;
    const path = `${inside}/requests/${id}`;
    expect(code(await scenario.operator.post(`${path}/archive`, { version: version + 1 }))).toEqual([
      409,
      'version.stale',
    ]);
    const put = await scenario.operator.post(`${path}/archive`, { version });
    expect(put.body.archivedAt).not.toBeNull();
    expect(put.body.moves).toEqual(['restore']);
    expect(code(await scenario.operator.post(`${path}/archive`, { version: version + 1 }))).toEqual([
      409,
      'move.illegal',
    ]);
    expect(code(await scenario.debtor.patch(`${own}/${id}`, { comment: 'Раз', version: version + 1 }))).toEqual([
      409,
      'move.illegal',
    ]);
    const second = (await create({ contractNumber })).body;
    expect(code(await scenario.operator.post(`${path}/restore`, { version: version + 1 }))).toEqual([
      409,
      'request.exists',
    ]);
    await scenario.debtor.delete(`${own}/${second.id}`);
    expect(code(await scenario.operator.post(`${path}/restore`, { version }))).toEqual([409, 'version.stale']);
    expect((await scenario.operator.post(`${path}/restore`, { version: version + 1 })).body.archivedAt).toBeNull();
    expect(code(await scenario.operator.post(`${path}/restore`, { version: version + 2 }))).toEqual([
      409,
      'move.illegal',
    ]);
  });

  test('close one with a reason', async () => {
    const { id, version } = (await create()).body;
    const path = `${inside}/requests/${id}/withdraw`;
    const reason = 'По просьбе заявителя';
    expect(code(await scenario.operator.post(path, { reason, version: version + 1 }))).toEqual([409, 'version.stale']);
    expect((await scenario.operator.post(path, { reason, version })).body.status).toBe('closed');
    expect(code(await scenario.operator.post(path, { reason, version: version + 1 }))).toEqual([409, 'move.illegal']);
  });

  test('see all of them, find one by its number and count them', async () => {
    const { id, number } = (await create()).body;
    const found = await scenario.operator.get(`/internal/questionnaires/individuals?q=${encodeURIComponent(number)}`);
    expect(found.body.items.map((one: { id: number }) => one.id)).toEqual([id]);
    expect((await scenario.operator.get(`${inside}/request/${id}`)).body.id).toBe(id);
    const { counts } = (await scenario.operator.get('/internal/questionnaires/individuals/counts')).body;
    expect(counts.all).toBe(
      Object.entries(counts).reduce((sum, [key, one]) => (key === 'all' ? sum : sum + (one as number)), 0),
    );
    const page = await scenario.operator.get(
      '/internal/questionnaires/individuals?filter[status]=search&page=2&limit=2',
    );
    expect(page.body.items.every((one: { status: string }) => one.status === 'search')).toBe(true);
  });
});

test('figures of open requests are for everybody, in fives', async () => {
  const { status, body } = await scenario.testApp.anonymous().get('/api/individual-questionnaires');
  expect([status, body.open % 5]).toEqual([200, 0]);
  expect(body.open).toBeGreaterThan(0);
});
