import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Reply } from '../helpers/client.ts';
import { papersInSql } from '../helpers/papers.ts';
import { innOf, makeScenario, type Scenario } from '../settlements/helpers/scenario.ts';

let scenario: Scenario;
let own: string;
let inside: string;
let ofCompany: string;
beforeAll(async () => {
  scenario = await makeScenario();
  own = `/api/individuals/${scenario.debtorId}/simple-requests`;
  inside = `/internal/questionnaires/individuals/${scenario.debtorId}`;
  ofCompany = `/api/legal-entities/${scenario.company}/simple-requests`;
});
afterAll(() => scenario.testApp.stop());

const code = ({ status, body }: Reply) => [status, body.code];
/** Each names a creditor of its own, because only one may name the same. */
const creditors = ['7728168971', '7736050003', '7710140679', '7702070139'];
const create = ({
  creditorInn = creditors.shift(),
  ...more
}: {
  creditorInn?: string;
  disclosed?: boolean;
} = {}): Promise<Reply> =>
  scenario.debtor.post(own, { creditorInn, creditorName: 'Банк', approxDebt: 5_000_000, ...more });

test('a creditor whom nobody knows is looked for, and the request may be changed meanwhile', async () => {
  const { status, body } = await create();
  expect([status, body.stage, body.status, body.moves]).toEqual([201, 'search', null, ['edit', 'remove']]);
  const changed = await scenario.debtor.patch(`${own}/${body.id}`, { approxDebt: 100, version: 1 });
  expect(changed.body.approxDebt).toBe(100);
  expect(code(await scenario.debtor.patch(`${own}/${body.id}`, { approxDebt: 200, version: 1 }))).toEqual([
    409,
    'version.stale',
  ]);
  expect(code(await create({ creditorInn: body.creditorInn }))).toEqual([409, 'request.exists']);
  expect((await scenario.debtor.delete(`${own}/${body.id}`)).status).toBe(204);
  expect((await scenario.debtor.get(`${own}/${body.id}`)).status).toBe(404);
});

test('a creditor on the platform is told, and learns who it is only when he may', async () => {
  const { body } = await create({ creditorInn: innOf.creditor, disclosed: false });
  expect(body).toMatchObject({ stage: 'creditor-notified', legalEntityId: scenario.company, moves: [] });
  const seen = async () => (await scenario.manager.get(ofCompany)).body.items[0];
  expect(await seen()).toMatchObject({ debtor: 'И*** И. И.', debtorInn: '50******59', moves: ['giveUp'] });
  expect((await scenario.manager.get(`${ofCompany}?q=Иванов`)).body.total).toBe(0);
  expect(code(await scenario.debtor.patch(`${own}/${body.id}`, { disclosed: true, version: body.version }))).toEqual([
    409,
    'move.illegal',
  ]);
  expect(code(await scenario.debtor.delete(`${own}/${body.id}`))).toEqual([409, 'move.illegal']);

  const giveUp = `${ofCompany}/${body.id}/give-up`;
  expect(code(await scenario.manager.post(giveUp, { version: body.version + 1 }))).toEqual([409, 'version.stale']);
  await scenario.run(`update legal_entities set verification_status = 'blocked' where id = $1`, [scenario.company]);
  expect(code(await scenario.manager.post(giveUp, { version: body.version }))).toEqual([403, 'company.blocked']);
  await scenario.run(`update legal_entities set verification_status = 'verified' where id = $1`, [scenario.company]);
  expect((await scenario.manager.post(giveUp, { version: body.version })).status).toBe(204);
  expect((await scenario.debtor.get(`${own}/${body.id}`)).body).toMatchObject({ stage: 'search', legalEntityId: null });
  await scenario.debtor.delete(`${own}/${body.id}`);
});

test('a claim that his registry holds is found at once; then nobody can say that the debtor is not his', async () => {
  const entry = await scenario.claim();
  const { body } = await create({ creditorInn: innOf.creditor, disclosed: true });
  expect(body).toMatchObject({ stage: 'registry-loaded', registryEntryId: entry, registryId: scenario.registry });
  const [seen] = (await scenario.head.get(ofCompany)).body.items;
  expect(seen).toMatchObject({ debtor: 'Иванов Иван Иванович', debtorInn: innOf.debtor });
  const giveUp = `${ofCompany}/${body.id}/give-up`;
  expect(code(await scenario.head.post(giveUp, { version: body.version }))).toEqual([409, 'move.illegal']);
});

test('one of an unverified person goes on when he is verified', async () => {
  const path = `/api/individuals/${scenario.otherId}`;
  const made = await scenario.other.post(`${path}/simple-requests`, { creditorInn: innOf.creditor });
  expect(made.body.stage).toBe('search');
  await scenario.run(
    `update individuals set verification_status = 'pending', ${papersInSql(scenario.testApp.app)} where id = $1`,
    [scenario.otherId],
  );
  const { version } = (await scenario.operator.get(path)).body;
  await scenario.operator.post(`${path}/verification_status`, { move: 'approve', version });
  expect((await scenario.other.get(`${path}/simple-requests/${made.body.id}`)).body.stage).toBe('creditor-notified');
});

test('operators see all, put away and bring back', async () => {
  const { id, creditorInn, version } = (await create()).body;
  const path = `${inside}/simple-requests/${id}`;
  expect((await scenario.operator.get(`${inside}/simple-request/${id}`)).body.id).toBe(id);
  const found = await scenario.operator.get(`/internal/questionnaires/individuals/simple-requests?q=${creditorInn}`);
  expect(found.body.items.map((one: { id: number }) => one.id)).toEqual([id]);
  const { counts } = (await scenario.operator.get('/internal/questionnaires/individuals/simple-requests/counts')).body;
  expect(counts.search).toBeGreaterThan(0);
  expect(code(await scenario.operator.post(`${path}/restore`, { version }))).toEqual([409, 'move.illegal']);
  expect(code(await scenario.operator.post(`${path}/archive`, { version: version + 1 }))).toEqual([
    409,
    'version.stale',
  ]);
  expect((await scenario.operator.post(`${path}/archive`, { version })).body.moves).toEqual(['restore']);
  expect(code(await scenario.operator.post(`${path}/archive`, { version: version + 1 }))).toEqual([
    409,
    'move.illegal',
  ]);
  const second = (await create({ creditorInn })).body;
  expect(code(await scenario.operator.post(`${path}/restore`, { version: version + 1 }))).toEqual([
    409,
    'request.exists',
  ]);
  await scenario.debtor.delete(`${own}/${second.id}`);
  expect(code(await scenario.operator.post(`${path}/restore`, { version }))).toEqual([409, 'version.stale']);
  expect((await scenario.operator.post(`${path}/restore`, { version: version + 1 })).status).toBe(200);
});
