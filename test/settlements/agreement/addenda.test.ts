import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { addDays, addMonths, moscowDay } from '#domain/values/days.ts';
import { brokenLedger } from '#server/modules/ledger/ledger.queries.ts';
import { liveDay } from '#test/helpers/live-day.ts';
import { MOSCOW_TODAY } from '#test/helpers/moscow-today.ts';
import type { Reply } from '../../helpers/client.ts';
import { agree, agreed, propose, soon, three } from '../helpers/addenda.ts';
import {
  accept,
  codeFor,
  creditorOf,
  debtorOf,
  headOf,
  noText,
  offer,
  openBargaining,
  type Party,
  readDraft,
} from '../helpers/bargaining.ts';
import { begin, receive } from '../helpers/money.ts';
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

const today = moscowDay(new Date());
const later = addMonths(today, 2);
const code = ({ status, body }: Reply) => [status, body.code];
const seen = async (id: number, { client }: Party = debtor) => (await client.get(`/api/loans/${id}`)).body;

const paid = (id: number, amount: number) => scenario.write((tx) => receive(scenario, tx, id, amount));
const kept = async () => {
  const broken = await brokenLedger(scenario.testApp.app.database.db);
  expect(broken).toEqual([]);
};
const papers = async (id: number): Promise<{ kind: string; number: string; status: string; made: boolean }[]> =>
  (await debtor.client.get(`/api/issued-documents/loan/${id}`)).body.items;

describe('a new schedule', () => {
  test('takes effect when both have signed it: open rows are replaced, what was paid stays', async () => {
    const id = await agreed(scenario);
    await paid(id, 1_200_000);
    const { body } = await propose(
      scenario,
      debtor,
      id,
      { ...three, amount: 1_800_000, payments: 6, firstDate: later },
      'Отпуск',
    );
    expect(body).toMatchObject({ turn: 'creditor', status: 'waiting_for_payment' });
    expect(body.proposals).toMatchObject([
      { kind: 'addendum', side: 'individual', amount: 1_800_000, status: 'active' },
    ]);
    expect(body.moves).toEqual(expect.arrayContaining(['reschedule', 'recallProposal']));
    expect(body.schedule.map(({ status }: { status: string }) => status)).toEqual(['paid', 'planned', 'planned']);
    expect((await seen(id, creditor)).moves).toEqual(expect.arrayContaining(['acceptProposal', 'rejectProposal']));

    const after = (await agree(scenario, creditor, id)).body;
    expect(after).toMatchObject({
      turn: null,
      agreedAmount: 3_000_000,
      paidAmount: 1_200_000,
      lastDueDate: expect.any(String),
    });
    // The first row is paid, of the second 2 000,00 came: it stays as paid of just that.
    expect(
      after.schedule.map((row: { no: number; amount: number; status: string }) => [row.no, row.amount, row.status]),
    ).toEqual([
      [1, 1_000_000, 'paid'],
      [2, 200_000, 'paid'],
      ...[3, 4, 5, 6, 7, 8].map((no) => [no, 300_000, 'planned']),
    ]);
    expect(
      after.replaced.map((row: { no: number; amount: number; paid: number }) => [row.no, row.amount, row.paid]),
    ).toEqual([
      [2, 1_000_000, 200_000],
      [3, 1_000_000, 0],
    ]);
    await kept();
    await paid(id, 1_800_000);
    expect(await seen(id)).toMatchObject({ status: 'paid', paidAmount: 3_000_000 });
    await kept();
  });

  test('has its paper, signed by both, with a code to check it by; the agreement stays as it was', async () => {
    const id = await agreed(scenario);
    await propose(scenario, creditor, id, { ...three, payments: 2, firstDate: later });
    expect((await agree(scenario, debtor, id)).status).toBe(200);
    await vi.waitFor(async () => expect((await papers(id)).every(({ made }) => made)).toBe(true), 20_000);
    const { number } = await seen(id);
    expect((await papers(id)).map((one) => [one.kind, one.number, one.status])).toEqual([
      ['signing_protocol', `${number}/1`, 'issued'],
      ['addendum', `${number}/1`, 'issued'],
      ['signing_protocol', number, 'issued'],
      ['agreement', number, 'issued'],
    ]);
    const contract = await debtor.client.get(`/api/loans/${id}/get-contract-document?kind=signing_protocol`);
    expect(decodeURIComponent(contract.headers.get('content-disposition')!)).not.toContain('/1');
  });

  test('is for all that is left, not before today, and not dearer', async () => {
    const id = await agreed(scenario);
    const faults = async (plan: object) => (await propose(scenario, debtor, id, plan)).body.fields;
    expect(await faults({ ...three, amount: 2_999_999 })).toHaveProperty(['plan.amount']);
    expect(await faults({ ...three, firstDate: addDays(today, -1) })).toHaveProperty(['plan.firstDate']);
    expect(await faults({ ...three, kind: 'annuity', rateBps: 1 })).toEqual({
      'plan.rateBps': 'Соглашение без процентов',
    });
    const parts = [{ date: soon, amount: 1 }];
    expect(await faults({ kind: 'custom', amount: 1, parts })).toHaveProperty(['plan.parts']);
  });

  test('of an agreement with interest reckons it anew, and the ledger asks for what the rows ask', async () => {
    const id = await agreed(scenario, { ...three, kind: 'annuity', rateBps: 2400, payments: 6 });
    const before = await seen(id);
    expect(before.rest).toEqual({ principal: 3_000_000, earned: 0, rateBps: 2400, interestOn: 3_000_000 });
    await paid(id, before.schedule[0].amount + 1_000);
    const { rest } = await seen(id);
    expect(
      (
        await propose(scenario, debtor, id, {
          ...three,
          amount: rest.principal,
          payments: 12,
          kind: 'annuity',
          rateBps: 900,
        })
      ).status,
    ).toBe(200);
    const after = (await agree(scenario, creditor, id)).body;
    const open = after.schedule.filter(({ status }: { status: string }) => status === 'planned');
    expect(open).toHaveLength(12);
    expect(open.reduce((sum: number, row: { principal: number }) => sum + row.principal, 0)).toBe(rest.principal);
    await kept();
    // A second one is built upon the first, and may not cost more than that.
    expect(
      (await propose(scenario, debtor, id, { ...three, amount: rest.principal, kind: 'annuity', rateBps: 1300 })).body
        .fields,
    ).toHaveProperty(['plan.rateBps']);
  });

  test('takes interest that has fallen due into its first row', async () => {
    const id = await agreed(scenario, { ...three, kind: 'annuity', rateBps: 2400 });
    const [{ interest }] = (await seen(id)).schedule;
    await scenario.run(`update schedule_items set due_date = ${MOSCOW_TODAY} - 3 where settlement_id = $1 and no = 1`, [
      id,
    ]);
    await liveDay(scenario.testApp.app);
    expect((await seen(id)).isLate).toBe(true);
    const { body } = await propose(scenario, debtor, id, { ...three, payments: 2 });
    expect(body.proposals[0].rows).toMatchObject([
      { no: 1, principal: 1_500_000, interest, amount: 1_500_000 + interest },
      { no: 2, principal: 1_500_000, interest: 0 },
    ]);
    expect((await agree(scenario, creditor, id)).body).toMatchObject({ isLate: false, breach: null });
    await kept();
  });

  test('counts the debt of each day by the schedule that was in force on it', async () => {
    const id = await agreed(scenario);
    await paid(id, 1_000_000);
    await propose(scenario, debtor, id, { ...three, amount: 2_000_000, payments: 4, firstDate: later });
    await agree(scenario, creditor, id);
    const on = async (day: string) => (await debtor.client.get(`/api/loans/${id}/debt?on=${day}`)).body;
    expect(await on(today)).toMatchObject({ principal: 2_000_000 });
    expect((await on(today)).rows).toHaveLength(5);
    await scenario.run(
      `update schedule_items set added_on = added_on + 5 where settlement_id = $1 and added_on is not null`,
      [id],
    );
    await scenario.run(
      `update schedule_items set replaced_on = replaced_on + 5 where settlement_id = $1 and replaced_on is not null`,
      [id],
    );
    expect((await on(today)).rows.map(({ no }: { no: number }) => no)).toEqual([1, 2, 3]);
  });

  test('is over when money comes: the rest is another one', async () => {
    const id = await agreed(scenario);
    const { body } = await propose(scenario, debtor, id, { ...three, payments: 6 });
    await paid(id, 500_000);
    const after = await seen(id);
    expect(after).toMatchObject({
      turn: null,
      proposals: [{ status: 'expired', rejectReason: 'Поступил платёж: остаток изменился' }],
    });
    expect(code(await agree(scenario, creditor, id, body.proposals[0].termsHash))).toEqual([409, 'move.illegal']);
  });

  test('is answered by the other side alone, the very one that was seen', async () => {
    const id = await agreed(scenario);
    const { body: first } = await propose(scenario, debtor, id, { ...three, payments: 4 });
    expect(code(await agree(scenario, debtor, id))).toEqual([409, 'offer.own']);
    // Another proposal takes the place of the first, also of the other side's.
    await propose(scenario, creditor, id, { ...three, payments: 5 });
    expect(code(await agree(scenario, debtor, id, first.proposals[0].termsHash))).toEqual([409, 'offer.replaced']);
    const wrong = { termsHash: (await seen(id)).proposals[0].termsHash, code: '000000' };
    await codeFor(scenario, debtor, id);
    expect(code(await debtor.client.post(`${debtor.base}/accept-terms/${id}`, wrong))).toEqual([409, 'code.wrong']);
    const reply = await debtor.client.post(`${debtor.base}/loans/${id}/reject-terms`, { reason: 'Слишком быстро' });
    expect(reply.body).toMatchObject({ turn: null, status: 'waiting_for_payment' });
    expect(reply.body.proposals[0]).toMatchObject({ status: 'rejected', rejectReason: 'Слишком быстро' });
    await propose(scenario, debtor, id, { ...three, payments: 4 });
    expect((await debtor.client.post(`${debtor.base}/loans/${id}/recall-terms`)).body.proposals[0].status).toBe(
      'withdrawn',
    );
    expect(code(await debtor.client.post(`${debtor.base}/loans/${id}/recall-terms`))).toEqual([409, 'move.illegal']);
    expect((await seen(id)).schedule).toHaveLength(3);
  });

  test('runs out by the clock and leaves everything as it was', async () => {
    const id = await agreed(scenario);
    await propose(scenario, debtor, id, { ...three, payments: 4 });
    await scenario.run('alter table terms_offers disable trigger immutable');
    await scenario.run(
      `update terms_offers set expires_at = now() - interval '1 second' where settlement_id = $1 and status = 'active'`,
      [id],
    );
    await scenario.run('alter table terms_offers enable trigger immutable');
    expect((await seen(id)).proposals[0].status).toBe('expired');
    await liveDay(scenario.testApp.app);
    expect(await seen(id)).toMatchObject({ status: 'waiting_for_payment', turn: null });
    expect(
      await scenario.run(`select status from terms_offers where settlement_id = $1 and kind = 'addendum'`, [id]),
    ).toEqual([{ status: 'expired' }]);
  });

  test('by two who accept at once is one', async () => {
    const id = await agreed(scenario);
    const { body } = await propose(scenario, debtor, id, { ...three, payments: 4 });
    const signed = await codeFor(scenario, creditor, id);
    const answer = { termsHash: body.proposals[0].termsHash, code: signed };
    const replies = await Promise.all(
      Array.from({ length: 16 }, () => creditor.client.post(`${creditor.base}/accept-terms/${id}`, answer)),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await seen(id)).schedule).toHaveLength(4);
    await kept();
  });

  test('exists only beside an agreement in force, and nobody else sees it', async () => {
    const { id } = await openBargaining(scenario);
    expect(code(await propose(scenario, debtor, id, three))).toEqual([409, 'move.illegal']);
    expect(
      (
        await scenario.other.post(`${debtor.base}/loans/${id}/reschedule`, {
          plan: three,
          textHash: noText,
          code: '000000',
        })
      ).status,
    ).toBe(404);
  });
});

describe('an agreement of which nothing is paid', () => {
  const reason = 'Кредитор предложил большую скидку';
  async function reopen(
    by: Party,
    id: number,
    body: { termsHash?: string; reason?: string } = { reason },
  ): Promise<Reply> {
    const read = body.reason !== undefined && { textHash: await readDraft(by, id, body) };
    const signed = await codeFor(scenario, by, id, read ? read.textHash : body.termsHash);
    return by.client.post(`${by.base}/loans/${id}/reopen`, { ...body, ...read, code: signed });
  }
  const activeTerms = async (id: number): Promise<string> => (await seen(id)).proposals[0].termsHash;

  test('is given up by both, by a paper; the two bargain anew and may agree again', async () => {
    const id = await agreed(scenario);
    const { number, requestId } = await seen(id);
    const proposed = await reopen(debtor, id);
    expect(proposed.body).toMatchObject({ status: 'waiting_for_payment', turn: 'creditor' });
    expect((await seen(id, creditor)).moves).not.toContain('acceptProposal');
    expect((await seen(id, head)).moves).toContain('acceptProposal');
    const after = (await reopen(head, id, { termsHash: await activeTerms(id) })).body;
    expect(after).toMatchObject({
      status: 'negotiation',
      turn: 'individual',
      round: 0,
      agreedAmount: null,
      signedAt: null,
      schedule: [],
    });
    const request = await debtor.client.get(`${debtor.base}/questionnaires/${requestId}`);
    expect(request.body.status).toBe('negotiation');
    await kept();
    // A lower sum than before is no worsening: what was offered then binds nobody.
    expect((await offer(scenario, debtor, id, { ...three, amount: 2_000_000 })).status).toBe(200);
    expect((await accept(scenario, creditor, id)).body).toMatchObject({
      status: 'waiting_for_payment',
      agreedAmount: 2_000_000,
    });
    await kept();
    await vi.waitFor(async () => expect((await papers(id)).every(({ made }) => made)).toBe(true), 20_000);
    expect((await papers(id)).map((one) => [one.kind, one.number, one.status])).toEqual([
      ['signing_protocol', number, 'issued'],
      ['agreement', number, 'issued'],
      ['signing_protocol', `${number}/О1`, 'issued'],
      ['annulment', `${number}/О1`, 'issued'],
      ['signing_protocol', number, 'revoked'],
      ['agreement', number, 'revoked'],
    ]);
  });

  test('stays when the other side does not want to, and once something is paid', async () => {
    const id = await agreed(scenario);
    expect(code(await reopen(debtor, id, {}))).toEqual([400, 'input.invalid']);
    await reopen(debtor, id);
    // The author cannot agree for the other side.
    expect(code(await reopen(debtor, id, { termsHash: await activeTerms(id) }))).toEqual([409, 'offer.own']);
    expect((await reopen(creditor, id, { termsHash: await activeTerms(id) })).status).toBe(403);
    await creditor.client.post(`${creditor.base}/loans/${id}/reject-terms`, { reason: 'Мы договорились' });
    expect(await seen(id)).toMatchObject({ status: 'waiting_for_payment', turn: null });
    await scenario.write((tx) => begin(scenario, tx, id, 100_000));
    expect(code(await reopen(debtor, id))).toEqual([409, 'payment.open']);
    expect(code(await reopen(head, id))).toEqual([409, 'payment.open']);
    await scenario.run(`update payments set status = 'cancelled' where settlement_id = $1`, [id]);
    await paid(id, 100_000);
    expect(code(await reopen(debtor, id))).toEqual([409, 'move.illegal']);
    expect((await seen(id)).moves).not.toContain('reopen');
  });

  test('is neither changed nor given up under a wrong code', async () => {
    const id = await agreed(scenario);
    for (const { client, base } of [debtor, head]) {
      const ask = (what: string, body: object) =>
        client.post(`${base}/loans/${id}/${what}`, { ...body, textHash: noText, code: '000000' });
      expect(code(await ask('reschedule', { plan: { ...three, payments: 4 } }))).toEqual([409, 'code.wrong']);
      expect(code(await ask('reopen', { reason }))).toEqual([409, 'code.wrong']);
    }
    expect((await seen(id)).proposals).toEqual([]);
  });

  test('a new schedule is not what a reopening agrees to', async () => {
    const id = await agreed(scenario);
    await propose(scenario, debtor, id, { ...three, payments: 4 });
    expect(code(await reopen(head, id, { termsHash: await activeTerms(id) }))).toEqual([409, 'offer.replaced']);
  });
});
