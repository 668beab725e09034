import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dueSettlements, settleDeadlines } from '#server/modules/settlements/negotiation/deadlines.commands.ts';
import { blocksBeforeSigning, paperText } from '#test/helpers/paper-text.ts';
import { agreeToPause, sendPaper } from '../../life-events/helpers/life.ts';
import { agree, agreed, propose, soon } from '../helpers/addenda.ts';
import { codeFor, creditorOf, debtorOf, headOf, type Party } from '../helpers/bargaining.ts';
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

const plan = { kind: 'equal', amount: 3_000_000, payments: 5, firstDate: soon, downPayment: 0 };
const reason = 'Нашлась справка о платеже: пересчитаем долг вместе';
const read = async (id: number, { client }: Party) => (await client.get(`/api/loans/${id}/agreement-text`)).body;
const drafted = async (id: number, { client, base }: Party, body: object) =>
  (await client.post(`${base}/loans/${id}/agreement-text`, body)).body;
const activeOffer = async (id: number) =>
  (await debtor.client.get(`/api/loans/${id}`)).body.proposals.find(
    (one: { status: string }) => one.status === 'active',
  );

/** Gives the agreement up: the first who says so proposes it, the other agrees to what he has read. */
async function reopen(id: number, by: Party, body: { textHash?: string; termsHash?: string; reason?: string }) {
  const { client, base } = by;
  const code = await codeFor(scenario, by, id, body.textHash ?? body.termsHash);
  return client.post(`${base}/loans/${id}/reopen`, { ...body, code });
}

describe('a new schedule', () => {
  test('is read whole by both before they sign, and the paper afterwards is the same text with signatures', async () => {
    const id = await agreed(scenario);
    const draft = await drafted(id, debtor, { plan });
    await propose(scenario, debtor, id, plan);
    const text = await read(id, creditor);
    expect(text).toEqual(draft);
    expect(await read(id, debtor)).toEqual(draft);
    expect(JSON.stringify(text.blocks)).toContain('Дополнительное соглашение №');
    const file = await creditor.client.get(`/api/loans/${id}/agreement-text/pdf`);
    expect(file.text.slice(0, 5)).toBe('%PDF-');
    expect((await agree(scenario, creditor, id)).status).toBe(200);
    expect(await blocksBeforeSigning(scenario.testApp.app, id, 'addendum')).toEqual(text.blocks);
    const paper = await paperText(scenario.testApp.app, id, 'addendum');
    // «Главное» stands first, with all that is left to pay.
    expect(paper).toMatch(/^Осталось всего \| 30\s000,00\s₽$/m);
    expect(paper.split('\n').filter((line) => line === `Отпечаток текста ${text.sha256}`)).toHaveLength(2);
    expect((await read(id, debtor)).code).toBe('document.absent');
  });

  test('is not signed when a party is called otherwise by now', async () => {
    const id = await agreed(scenario);
    await propose(scenario, debtor, id, plan);
    await scenario.run(`update legal_entities set full_name = full_name || ' новая' where id = $1`, [scenario.company]);
    const refused = await agree(scenario, creditor, id);
    expect([refused.status, refused.body.code]).toEqual([409, 'offer.replaced']);
    expect((await read(id, creditor)).code).toBe('document.absent');
    expect((await activeOffer(id)).status).toBe('active');
  });

  test('of which nobody could read the text is withdrawn by the clock', async () => {
    const id = await agreed(scenario);
    await propose(scenario, debtor, id, plan);
    await scenario.run('alter table terms_offers disable trigger immutable');
    await scenario.run(`update terms_offers set template_version = null where settlement_id = $1 and kind <> 'terms'`, [
      id,
    ]);
    await scenario.run('alter table terms_offers enable trigger immutable');
    expect((await agree(scenario, creditor, id)).body.code).toBe('offer.replaced');
    const { db } = scenario.testApp.app.database;
    expect(await dueSettlements(db)).toContain(id);
    await scenario.write((tx) => settleDeadlines(tx, id, new Date()));
    expect(await activeOffer(id)).toBeUndefined();
    expect((await debtor.client.get(`/api/loans/${id}`)).body.status).toBe('waiting_for_payment');
  });
});

test('an annulment is read with its reason before both sign, and its paper is that text', async () => {
  const id = await agreed(scenario);
  const draft = await drafted(id, debtor, { reason });
  const other = await drafted(id, debtor, { reason: `${reason}, и ещё раз` });
  const replaced = await reopen(id, debtor, { reason, textHash: other.sha256 });
  expect([replaced.status, replaced.body.code]).toEqual([409, 'offer.replaced']);
  expect((await reopen(id, debtor, { reason, textHash: draft.sha256 })).status).toBe(200);
  const text = await read(id, creditor);
  expect(text).toEqual(draft);
  expect(JSON.stringify(text.blocks)).toContain(`Причина: слова Должника: «${reason}».`);
  expect((await drafted(id, creditor, { reason: `${reason}\n2. Иное` })).fields).toHaveProperty('reason');
  const { termsHash } = await activeOffer(id);
  expect((await reopen(id, head, { termsHash })).status).toBe(200);
  expect(await blocksBeforeSigning(scenario.testApp.app, id, 'annulment')).toEqual(text.blocks);
});

test('an annulment whose text has changed since is refused in words of an annulment', async () => {
  const id = await agreed(scenario);
  expect((await reopen(id, debtor, { reason, textHash: (await drafted(id, debtor, { reason })).sha256 })).status).toBe(
    200,
  );
  const { termsHash } = await activeOffer(id);
  await scenario.run(`update legal_entities set full_name = full_name || ' новая' where id = $1`, [scenario.company]);
  const refused = await reopen(id, head, { termsHash });
  expect([refused.status, refused.body.code]).toEqual([409, 'offer.replaced']);
  expect(refused.body.message).toContain('подписать эту отмену нельзя');
  expect(refused.body.message).not.toContain('условия');
});

test('a pause is read by the creditor before he agrees and by the debtor before he does', async () => {
  const id = await agreed(scenario);
  await sendPaper(debtor.client, `${debtor.base}/loans/${id}/pause`, { kind: 'illness', months: 2 });
  const asked = await creditor.client.post(`${creditor.base}/loans/${id}/pause/agreement-text`, {});
  expect([asked.status, JSON.stringify(asked.body.blocks)]).toEqual([
    200,
    expect.stringContaining('Приостановка платежей'),
  ]);
  expect((await agreeToPause(scenario, creditor, id)).status).toBe(200);
  expect(await read(id, debtor)).toEqual(asked.body);
  expect((await agree(scenario, debtor, id)).status).toBe(200);
  expect(await blocksBeforeSigning(scenario.testApp.app, id, 'addendum')).toEqual(asked.body.blocks);
});

test('who is about to change an agreement names his terms or his reason', async () => {
  const id = await agreed(scenario);
  expect((await drafted(id, debtor, {})).fields).toHaveProperty('plan');
  expect((await drafted(id, debtor, { reason: 'мало' })).fields).toHaveProperty('reason');
});

test('one account reads two hundred texts in a quarter of an hour, and then waits; others read on', async () => {
  const id = await agreed(scenario);
  const { accountId } = await scenario.testApp.app.database.db
    .selectFrom('individuals')
    .select('accountId')
    .where('id', '=', scenario.debtorId)
    .executeTakeFirstOrThrow();
  const { limits } = scenario.testApp.app;
  const taken = Array.from({ length: 200 }, () => limits.take('draftAccount', String(accountId)));
  await Promise.allSettled(taken);
  const refused = await debtor.client.post(`${debtor.base}/loans/${id}/agreement-text`, { plan });
  expect([refused.status, refused.body.code]).toEqual([429, 'rate.limited']);
  expect((await creditor.client.post(`${creditor.base}/loans/${id}/agreement-text`, { plan })).status).toBe(200);
});
