import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { brokenLedger } from '#server/modules/ledger/ledger.queries.ts';
import type { Reply } from '../../helpers/client.ts';
import { agree, agreed, propose, soon, three } from '../helpers/addenda.ts';
import {
  codeFor,
  creditorOf,
  debtorOf,
  headOf,
  ordinaryBand,
  type Party,
  publish,
  readAsked,
} from '../helpers/bargaining.ts';
import { receive } from '../helpers/money.ts';
import { makeScenario, type Scenario } from '../helpers/scenario.ts';

let scenario: Scenario;
let debtor: Party;
let creditor: Party;
let head: Party;
beforeAll(async () => {
  scenario = await makeScenario();
  [debtor, creditor, head] = [debtorOf(scenario), creditorOf(scenario), headOf(scenario)];
});
afterAll(() => scenario.testApp.stop());

const code = ({ status, body }: Reply) => [status, body.code];
const seen = async (id: number, { client }: Party = debtor) => (await client.get(`/api/loans/${id}`)).body;
const paid = (id: number, amount: number) => scenario.write((tx) => receive(scenario, tx, id, amount));
const kept = async () => {
  const broken = await brokenLedger(scenario.testApp.app.database.db);
  expect(broken).toEqual([]);
};

/** Publishes conditions of two payments at most, the first within two months. */
async function beStrict(): Promise<void> {
  const { body: policy } = await head.client.get(`${head.base}/policy`);
  const band = { ...policy.bands?.[0], ...ordinaryBand, maxPayments: 2, maxDaysToFirst: 60 };
  expect((await publish(scenario, [band], policy.version)).status).toBe(200);
}

test('a new schedule outside the conditions of the company is agreed to by its head', async () => {
  await beStrict();
  const id = await agreed(scenario, { kind: 'at_once', amount: 4_000_000, firstDate: soon });
  await propose(scenario, debtor, id, { ...three, amount: 4_000_000, payments: 3 });
  const refused = await agree(scenario, creditor, id);
  expect([...code(refused), refused.body.message]).toEqual([409, 'move.illegal', expect.any(String)]);
  expect((await agree(scenario, head, id)).status).toBe(200);
});

describe('a schedule outside the conditions, about which the manager asks his head', () => {
  beforeAll(beStrict);
  const outside = { ...three, amount: 4_000_000, payments: 3 };
  const reason = 'Заёмщик на больничном, раньше не сможет';
  const atOnce = { kind: 'at_once', amount: 4_000_000, firstDate: soon };
  const ask = (id: number, what: 'reschedule' | 'accept', body: object) =>
    creditor.client.post(`${creditor.base}/loans/${id}/ask-to-${what}`, { ...body, reason });
  async function reading(id: number, approvalId: number) {
    const textHash = await readAsked(head, id, approvalId);
    return { textHash, code: await codeFor(scenario, head, id, textHash) };
  }
  async function says(id: number, approvalId: number, decision: string): Promise<Reply> {
    const signed = decision === 'approve' ? await reading(id, approvalId) : { reason: 'Так долго ждать нельзя' };
    return head.client.post(`${head.base}/loans/${id}/decide-asked`, { approvalId, decision, ...signed });
  }

  test("of his own: a yes offers it under the head's signature", async () => {
    const id = await agreed(scenario, atOnce);
    expect(code(await ask(id, 'reschedule', { plan: { ...outside, payments: 2 } }))).toEqual([409, 'move.illegal']);
    const asked = await ask(id, 'reschedule', { plan: outside });
    expect(asked.body.asked[0]).toMatchObject({ asks: 'reschedule', amount: 4_000_000, status: 'pending' });
    expect((await seen(id)).asked).toEqual([]);
    const { cost } = asked.body.asked[0];
    const decided = await says(id, asked.body.asked[0].id, 'approve');
    expect(cost).toEqual({ price: decided.body.proposals[0].price, taxNote: null, fee: null });
    expect(decided.body.proposals[0]).toMatchObject({ kind: 'addendum', side: 'creditor', status: 'active' });
    expect((await agree(scenario, debtor, id)).body.schedule).toHaveLength(3);
    await kept();
  });

  test('of the debtor: he has a button for that, and a no leaves it on the table', async () => {
    const id = await agreed(scenario, atOnce);
    const { body } = await propose(scenario, debtor, id, outside);
    const { moves } = await seen(id, creditor);
    expect(moves).toContain('askToAcceptProposal');
    expect(moves).not.toContain('acceptProposal');
    expect((await seen(id, head)).moves).toContain('acceptProposal');
    const { termsHash } = body.proposals[0];
    const asked = await ask(id, 'accept', { termsHash });
    expect((await says(id, asked.body.asked[0].id, 'reject')).body.proposals[0].status).toBe('active');
    const again = await ask(id, 'accept', { termsHash });
    expect((await says(id, again.body.asked[0].id, 'approve')).body.schedule).toHaveLength(3);
    await kept();
  });

  test('is no question any more when money has come', async () => {
    const id = await agreed(scenario, atOnce);
    const asked = await ask(id, 'reschedule', { plan: outside });
    await paid(id, 100_000);
    expect((await seen(id, creditor)).asked[0].status).toBe('expired');
    expect(code(await says(id, asked.body.asked[0].id, 'approve'))).toEqual([409, 'approval.closed']);
  });
});
