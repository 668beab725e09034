import { describe, expect, test } from 'vitest';
import type { Reply } from '../../helpers/client.ts';
import { agree, agreed, propose, three } from '../helpers/addenda.ts';
import {
  codeFor,
  lump,
  openBargaining,
  openParties,
  ordinaryBand,
  type Party,
  publish,
  readAsked,
  readDraft,
} from '../helpers/bargaining.ts';

/** A page from before texts were told apart sends no fingerprint of what it has shown. */
const { scenario, debtor, creditor, head } = await openParties();
const reason = 'Пересчитаем долг вместе заново';
const newer = { ...three, payments: 4 };
const refresh = 'обновите её';

interface Move {
  by: Party;
  path: string;
  body: object;
}

/** Nothing is done, the code is not used up, and what was typed is sent again with the text that was read and the code was asked for. */
async function demandsText(id: number, { by, path, body }: Move, text: () => Promise<string>): Promise<Reply> {
  const post = (more: object) => by.client.post(`${by.base}/${path}`, { ...body, ...more });
  const textHash = await text();
  const code = await codeFor(scenario, by, id, textHash);
  const refused = await post({ code });
  expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['textHash']]);
  expect(refused.body.fields.textHash).toContain(refresh);
  const other = await post({ code, textHash: 'a'.repeat(64) });
  expect([other.status, other.body.code]).toEqual([409, 'code.wrong']);
  const done = await post({ code, textHash });
  expect(done.status, done.text).toBe(200);
  return done;
}

describe.each([
  ['the debtor', debtor],
  ['the creditor', creditor],
] as const)('without the text that he has read %s', (_who, by) => {
  test('offers nothing', async () => {
    const { id } = await openBargaining(scenario);
    const plan = lump(3_900_000);
    const move = { by, path: `offer-terms/${id}`, body: { plan } };
    expect((await demandsText(id, move, () => readDraft(by, id, { plan }))).body.offers).toHaveLength(1);
  });

  test('proposes no other schedule', async () => {
    const id = await agreed(scenario);
    const move = { by, path: `loans/${id}/reschedule`, body: { plan: newer } };
    expect((await demandsText(id, move, () => readDraft(by, id, { plan: newer }))).body.proposals).toHaveLength(1);
  });

  test('accepts nothing: what he accepts is named by its fingerprint', async () => {
    const id = await agreed(scenario);
    await propose(scenario, by === debtor ? creditor : debtor, id, newer);
    const code = await codeFor(scenario, by, id);
    const refused = await by.client.post(`${by.base}/accept-terms/${id}`, { code });
    expect([refused.status, refused.body.fields.termsHash]).toEqual([400, expect.stringContaining(refresh)]);
    expect((await agree(scenario, by, id)).status).toBe(200);
  });
});

test.each([
  ['the debtor', debtor],
  ['the head', head],
] as const)('without the text that he has read %s gives no agreement up', async (_who, by) => {
  const id = await agreed(scenario);
  const move = { by, path: `loans/${id}/reopen`, body: { reason } };
  expect((await demandsText(id, move, () => readDraft(by, id, { reason }))).body.proposals).toHaveLength(1);
});

describe('a head who decides what his manager asks', () => {
  const why = 'Заёмщик платит сразу, больше с него не взять';

  async function asked(path: string, body: object, id: number): Promise<void> {
    const { body: card } = await creditor.client.post(`${creditor.base}/loans/${id}/${path}`, { ...body, reason: why });
    const approvalId = card.asked[0].id as number;
    const move = { by: head, path: `loans/${id}/decide-asked`, body: { approvalId, decision: 'approve' } };
    await demandsText(id, move, () => readAsked(head, id, approvalId));
  }

  test('says no yes to terms or an acceptance whose text he has not read', async () => {
    const wide = { maxDaysToFirst: 36_500, maxPlanDays: 36_500 };
    const band = { ...ordinaryBand, ...wide, minLumpBps: 7000, approvalBelowBps: 8000 };
    expect((await publish(scenario, [band], 0)).status).toBe(200);
    const { id } = await openBargaining(scenario);
    await asked('ask-to-offer', { plan: lump(3_000_000) }, id);
    const { id: other } = await openBargaining(scenario);
    const plan = lump(2_900_000);
    const textHash = await readDraft(debtor, other, { plan });
    const code = await codeFor(scenario, debtor, other, textHash);
    const offered = await debtor.client.post(`${debtor.base}/offer-terms/${other}`, { plan, textHash, code });
    await asked('ask-to-accept', { termsHash: offered.body.offers[0].termsHash }, other);
  });
});

test('a rule about certificates is signed by its text', async () => {
  const path = `${head.base}/certificate-rule`;
  const { version, sha256: textHash } = (await head.client.get(path)).body;
  const refused = await head.client.post(path, { version, code: '000000' });
  expect(refused.body.fields).toEqual({ textHash: expect.stringContaining(refresh) });
  const other = await head.client.post(path, { version, textHash: 'a'.repeat(64), code: '000000' });
  expect(other.body.code).toBe('version.stale');
  const right = await head.client.post(path, { version, textHash, code: '000000' });
  expect(right.body.code).toBe('code.wrong');
});
