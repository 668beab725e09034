import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Reply } from '../../helpers/client.ts';
import {
  codeFor,
  firstDate,
  lump,
  offer,
  openBargaining,
  openParties,
  ordinaryBand,
  type Party,
  publish,
  readAsked,
} from '../helpers/bargaining.ts';

/** Below the company's conditions a manager asks, and the head answers under his own code (docs/domain.md §7.3). */
const { scenario, debtor, creditor: manager, head } = await openParties();
let headAccount: number;
beforeAll(async () => {
  headAccount = (await head.client.get('/api/auth/me')).body.id;
  const bands = [
    { ...ordinaryBand, minLumpBps: 7000, maxDaysToFirst: 36_500, maxPlanDays: 36_500, approvalBelowBps: 8000 },
  ];
  const published = await publish(scenario, bands, 0);
  expect(published.status).toBe(200);
});

const reason = 'Заёмщик платит сразу, больше с него не взять';
const seen = async (id: number, { client }: Party) => (await client.get(`/api/loans/${id}`)).body;
const code = ({ status, body }: Reply) => [status, body.code];
const news = async ({ client }: Party) => (await client.get('/api/notifications?limit=1')).body.items[0];

/** A bargaining with an offer of the debtor that is below the conditions. */
let id: number;
let termsHash: string;
beforeEach(async () => {
  ({ id } = await openBargaining(scenario));
  ({ termsHash } = (await offer(scenario, debtor, id, lump(3_000_000))).body.offers[0]);
});
const askToAccept = (body: object = {}) =>
  manager.client.post(`${manager.base}/loans/${id}/ask-to-accept`, { termsHash, reason, ...body });
const askToOffer = (amount: number) =>
  manager.client.post(`${manager.base}/loans/${id}/ask-to-offer`, { plan: lump(amount), comment: 'Последнее', reason });
const decide = ({ client, base }: Party, body: object) => client.post(`${base}/loans/${id}/decide-asked`, body);
/** A yes of the head, who has read what he signs. */
const yesTo = async (approvalId: number) => {
  const textHash = await readAsked(head, id, approvalId);
  return { approvalId, decision: 'approve', textHash, code: await codeFor(scenario, head, id, textHash) };
};
const asked = async () => (await askToAccept()).body.asked[0].id as number;

describe('a manager', () => {
  test('sees that he has to ask, and by which conditions; the head sees that he has not', async () => {
    const shown = await seen(id, manager);
    expect(shown.moves).toEqual(['offer', 'askToAccept', 'reject', 'stop']);
    expect(shown.bound).toMatchObject({ approvalBelowBps: 8000 });
    const toHead = await seen(id, head);
    expect(toHead.moves).toContain('accept');
    expect(toHead.bound).toBeNull();
    expect((await seen(id, debtor)).bound).toBeNull();
  });

  test('asks with a reason; the head is told and finds it, the debtor learns nothing', async () => {
    expect((await askToAccept()).body.asked).toMatchObject([
      { asks: 'accept', amount: 3_000_000, reason, status: 'pending', mayDecide: false, decidedBy: null },
    ]);
    expect((await seen(id, head)).asked).toMatchObject([{ reason, mayDecide: true, rows: [{ amount: 3_000_000 }] }]);
    expect((await seen(id, debtor)).asked).toEqual([]);
    expect(await news(head)).toMatchObject({ detail: reason, link: `/settlement-${id}` });
    const { items } = (await head.client.get('/api/approvals?filter[status]=pending')).body;
    const row = { objectType: 'settlement', objectId: id, legalEntityId: scenario.company, reason };
    expect(items).toMatchObject([{ ...row, mayDecide: true }]);
    expect((await manager.client.get('/api/approvals?filter[status]=pending')).body.items).toMatchObject([
      { ...row, mayDecide: false },
    ]);
    const operators = (await scenario.operator.get('/api/approvals')).body.items;
    expect(operators).toEqual([]);
    expect(code(await askToAccept())).toEqual([409, 'move.illegal']);
  });

  test('asks, and the price stands with the question: total, interest, ПСК, what is forgiven and the tax on it', async () => {
    const ofOffer = (await askToAccept()).body.asked[0].cost;
    const { offers, taxNote } = await seen(id, head);
    const { price, forgiven, forgivenParts, fee } = offers[0];
    expect(ofOffer).toEqual({
      price,
      forgiven,
      forgivenParts,
      taxNote,
      fee: fee && { way: fee.way, amount: fee.amount, vat: fee.vat },
    });
    expect([price.total, forgiven, taxNote.short]).toEqual([3_000_000, 1_000_000, expect.stringContaining('налог')]);
    ({ id } = await openBargaining(scenario));
    const ofForm = (await askToOffer(2_900_000)).body.asked[0].cost;
    expect(ofForm).toMatchObject({ price: { total: 2_900_000, interest: 0, fullCost: 0 }, forgiven: 1_100_000 });
  });

  test('asks only about what is below the conditions and lies on the table', async () => {
    expect(code(await askToAccept({ termsHash: 'a'.repeat(64) }))).toEqual([409, 'offer.replaced']);
    expect((await askToAccept({ reason: 'Надо' })).body.fields).toHaveProperty('reason');
    expect(await askToOffer(3_500_000)).toMatchObject({
      status: 409,
      body: { message: 'Об этих условиях вы договариваетесь без руководителя' },
    });
    expect(code(await askToOffer(9_000_000))).toEqual([400, 'input.invalid']);
    await debtor.client.post(`${debtor.base}/loans/${id}/stop`, { reason: 'Передумал' });
    expect(code(await askToAccept())).toEqual([409, 'move.illegal']);
  });
});

describe('the head', () => {
  test('agrees: his code signs the agreement, and the manager is told', async () => {
    const approvalId = await asked();
    const signing = await yesTo(approvalId);
    const { body } = await decide(head, { ...signing, reason: 'Согласен' });
    expect(body).toMatchObject({ status: 'waiting_for_payment', agreedAmount: 3_000_000 });
    expect(body.asked).toMatchObject([{ status: 'approved', decisionReason: 'Согласен', mayDecide: false }]);
    expect(body.asked[0].decidedBy).not.toBe('');
    const signers = await scenario.run(
      `select account_id from signatures where settlement_id = $1 and side = 'creditor'`,
      [id],
    );
    expect(signers).toEqual([{ account_id: headAccount }]);
    const told = await scenario.run(`select title from notifications where title like '%Руководитель согласен%'`);
    expect(told).toHaveLength(1);
  });

  test('makes the offer that his manager has asked for, word for word', async () => {
    const { body } = await askToOffer(2_900_000);
    expect(body.asked).toMatchObject([{ asks: 'offer', amount: 2_900_000, comment: 'Последнее' }]);
    expect((await decide(head, await yesTo(body.asked[0].id))).body.offers[0]).toMatchObject({
      side: 'creditor',
      amount: 2_900_000,
      comment: 'Последнее',
      status: 'active',
    });
  });

  test('refuses with a reason that the manager reads; the table stays as it is', async () => {
    const approvalId = await asked();
    expect((await decide(head, { approvalId, decision: 'reject' })).body.fields).toEqual({
      reason: 'Назовите причину отказа',
    });
    const { body } = await decide(head, { approvalId, decision: 'reject', reason: 'Мало' });
    expect(body).toMatchObject({ status: 'negotiation', asked: [{ status: 'rejected', decisionReason: 'Мало' }] });
    expect(await news(manager)).toMatchObject({
      title: expect.stringContaining('Руководитель отказал'),
      detail: 'Мало',
    });
    expect((await askToAccept()).status).toBe(200);
  });

  test('signs nothing without a code, or with a wrong one', async () => {
    const approvalId = await asked();
    const decision = { approvalId, decision: 'approve', textHash: await readAsked(head, id, approvalId) };
    expect((await decide(head, decision)).body.fields).toEqual({ code: 'Введите код из письма' });
    const right = await codeFor(scenario, head, id, decision.textHash);
    const wrong = right === '000000' ? '000001' : '000000';
    expect(code(await decide(head, { ...decision, code: wrong }))).toEqual([409, 'code.wrong']);
    expect((await seen(id, head)).asked).toMatchObject([{ status: 'pending' }]);
  });

  test('decides nothing twice, nothing of another settlement, and nothing that has changed meanwhile', async () => {
    const approvalId = await asked();
    const no = { approvalId, decision: 'reject', reason: 'Нет' };
    const other = (await openBargaining(scenario)).id;
    expect(code(await head.client.post(`${head.base}/loans/${other}/decide-asked`, no))).toEqual([
      404,
      'object.absent',
    ]);
    await offer(scenario, head, id, lump(3_500_000));
    expect(code(await decide(head, no))).toEqual([409, 'approval.closed']);
    expect((await seen(id, head)).asked).toMatchObject([{ status: 'expired' }]);
  });

  test('never decides what he has asked himself, and a manager never decides', async () => {
    const approvalId = await asked();
    const no = { approvalId, decision: 'reject', reason: 'Нет' };
    expect(code(await decide(manager, no))).toEqual([403, 'access.denied']);
    await scenario.run('update approvals set maker_id = $1 where id = $2', [headAccount, approvalId]);
    expect(code(await decide(head, no))).toEqual([409, 'approval.own']);
  });
});

test('the first day of asked terms may have come before the answer: then it is told at its field', async () => {
  const approvalId = (await askToOffer(2_900_000)).body.asked[0].id;
  await scenario.run(
    `update approvals set details = jsonb_set(details, '{form,plan,firstDate}', '"2020-01-15"') where id = $1`,
    [approvalId],
  );
  expect((await decide(head, await yesTo(approvalId))).body.fields).toHaveProperty(['plan.firstDate']);
  expect(firstDate > '2020-01-15').toBe(true);
});

describe('what the head signs', () => {
  const read = ({ client, base }: Party, approvalId: number) =>
    client.post(`${base}/loans/${id}/asked-text`, { approvalId });

  test('he reads whole before he decides, and his decision is about that very text', async () => {
    const approvalId = (await askToOffer(2_900_000)).body.asked[0].id as number;
    const text = await read(head, approvalId);
    expect(text.status, text.text).toBe(200);
    expect(JSON.stringify(text.body.blocks).replaceAll('\\u00a0', ' ').replaceAll('\u00A0', ' ')).toContain(
      '29 000,00',
    );
    expect((await read(manager, approvalId)).status).toBe(403);
    const yes = async (textHash: string) =>
      decide(head, { approvalId, decision: 'approve', textHash, code: await codeFor(scenario, head, id, textHash) });
    expect(code(await yes('a'.repeat(64)))).toEqual([409, 'offer.replaced']);
    const decided = await yes(text.body.sha256);
    expect(decided.status, decided.text).toBe(200);
    expect(decided.body.offers[0]).toMatchObject({ side: 'creditor', status: 'active' });
    const { body } = await debtor.client.get(`/api/loans/${id}/agreement-text`);
    expect(body.sha256).toBe(text.body.sha256);
    expect(code(await read(head, approvalId))).toEqual([409, 'approval.closed']);
  });

  test('is what lies on the table where he is asked to accept it', async () => {
    const approvalId = await asked();
    const active = (await head.client.get(`/api/loans/${id}/agreement-text`)).body.sha256;
    expect((await read(head, approvalId)).body.sha256).toBe(active);
    const { id: other } = await openBargaining(scenario);
    const foreign = await head.client.post(`${head.base}/loans/${other}/asked-text`, { approvalId });
    expect(foreign.status).toBe(404);
  });
});
