import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, addMonths, moscowDay } from '#domain/values/days.ts';
import type { Reply } from '../helpers/client.ts';
import { papersInSql } from '../helpers/papers.ts';
import { freshContract, innOf, makeScenario, type Scenario } from '../settlements/helpers/scenario.ts';

let scenario: Scenario;
let path: string;
beforeAll(async () => {
  scenario = await makeScenario();
  path = `/api/individuals/${scenario.debtorId}`;
});
afterAll(() => scenario.testApp.stop());

const code = ({ status, body }: Reply) => [status, body.code];
const ask = (contractNumber: string): Promise<Reply> =>
  scenario.debtor.post(`${path}/questionnaires`, {
    creditorInn: innOf.creditor,
    creditorName: 'Альфа',
    contractNumber,
    claimedDebt: 4_000_000,
    debtReason: 'other',
  });
const read = async (id: number) => (await scenario.debtor.get(`${path}/questionnaires/${id}`)).body;

/** He is verified anew, after which all that he asks for is sought once more. */
async function verifyAgain(): Promise<void> {
  await scenario.run(
    `update individuals set verification_status = 'pending', ${papersInSql(scenario.testApp.app)} where id = $1`,
    [scenario.debtorId],
  );
  const { version } = (await scenario.operator.get(path)).body;
  const approved = await scenario.operator.post(`${path}/verification_status`, { move: 'approve', version });
  expect(approved.status, approved.text).toBe(200);
}

test('a request about a claim whose limitation may be over goes to its creditor only by its author, who was warned', async () => {
  const contractNumber = freshContract();
  const entry = await scenario.claim({ contractNumber });
  const late = addDays(addMonths(moscowDay(new Date()), -36), -1);
  await scenario.run('update registry_entries set overdue_from = $2 where id = $1', [entry, late]);
  const { body: made } = await ask(contractNumber);
  expect(made).toMatchObject({ status: 'search', limitation: 'may_be_over', registryEntryId: null });
  await verifyAgain();
  expect((await read(made.id)).status).toBe('search');
  const told = (await scenario.debtor.get('/api/notifications')).text;
  expect(told.split(`Кредитор прислал долг по заявке ${made.number}`)).toHaveLength(2);

  const handOver = async (body: object) =>
    scenario.debtor.post(`${path}/questionnaires/${made.id}/negotiate/${scenario.company}`, {
      version: (await read(made.id)).version,
      ...body,
    });
  expect(code(await handOver({}))).toEqual([409, 'move.illegal']);
  expect((await handOver({ limitationShown: true })).body).toMatchObject({
    status: 'pending',
    registryEntryId: entry,
    limitation: null,
  });
  const [row] = await scenario.run('select limitation_shown_at from requests where id = $1', [made.id]);
  expect(row!['limitation_shown_at']).not.toBeNull();
  expect((await scenario.debtor.get('/api/notifications')).text).not.toContain(
    `Кредитор прислал долг по заявке ${made.number}`,
  );
});

test('who has declined a request is not told of it again by what he had; by a claim that he loads since he is', async () => {
  const contractNumber = freshContract();
  await scenario.claim({ contractNumber });
  const { body: made } = await ask(contractNumber);
  expect(made.status).toBe('pending');
  const decline = `/api/legal-entities/${scenario.company}/individual-questionnaires/${made.id}/decline`;
  expect((await scenario.manager.post(decline, { reason: 'not_our_debtor', version: made.version })).status).toBe(204);
  const change = async (patch: object) =>
    (
      await scenario.debtor.patch(`${path}/questionnaires/${made.id}`, {
        ...patch,
        version: (await read(made.id)).version,
      })
    ).body;
  expect(await change({ comment: 'Всё-таки ваш' })).toMatchObject({
    status: 'search',
    declineReason: 'not_our_debtor',
  });
  await verifyAgain();
  expect((await read(made.id)).status).toBe('search');
  // Of another contract he has said nothing.
  const other = freshContract();
  await scenario.claim({ contractNumber: other });
  expect(await change({ contractNumber: other })).toMatchObject({ status: 'pending', declineReason: null });
});

test('who has said of a simple request that the debtor is not his is not told again, until he loads a claim', async () => {
  await scenario.run('update registry_entries set withdrawn_at = now() where individual_id = $1', [scenario.debtorId]);
  const { body: made } = await scenario.debtor.post(`${path}/simple-requests`, { creditorInn: innOf.creditor });
  expect(made).toMatchObject({ stage: 'creditor-notified', declinedAt: null });
  const giveUp = `/api/legal-entities/${scenario.company}/simple-requests/${made.id}/give-up`;
  expect((await scenario.manager.post(giveUp, { version: made.version })).status).toBe(204);
  await verifyAgain();
  const now = async () => (await scenario.debtor.get(`${path}/simple-requests/${made.id}`)).body;
  expect(await now()).toMatchObject({ stage: 'search', legalEntityId: null, declinedAt: expect.any(String) });
  const entry = await scenario.claim();
  await verifyAgain();
  expect(await now()).toMatchObject({ stage: 'registry-loaded', registryEntryId: entry, declinedAt: null });
});
