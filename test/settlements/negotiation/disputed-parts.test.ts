import { describe, expect, test } from 'vitest';
import { paperText } from '#test/helpers/paper-text.ts';
import { resetLimits } from '#test/security/helpers/limits.ts';
import {
  accept,
  bandWithPenalty,
  codeFor,
  firstDate,
  offer,
  openBargaining,
  openParties,
  publish,
} from '../helpers/bargaining.ts';

const { scenario, debtor, creditor } = await openParties();

const plan = { kind: 'at_once', amount: 3_600_000, firstDate };
const reason = 'начислена за дни после оплаты';
const penalty = { code: 'penalty', reason };
const dispute = (id: number, parts: object[], { client, base } = debtor) =>
  client.put(`${base}/loans/${id}/disputed-parts`, { parts });
const seen = async (id: number, { client } = debtor) => (await client.get(`/api/loans/${id}`)).body;
const plain = (text: string) => text.replaceAll('\u00A0', ' ');
const read = async (id: number, { client } = debtor) => {
  const { body } = await client.get(`/api/loans/${id}/agreement-text`);
  return plain(JSON.stringify(body.blocks));
};
const lastNotification = async (): Promise<string> =>
  (await creditor.client.get('/api/notifications')).body.items.map(({ title }: { title: string }) => title).join('\n');

describe('what the debtor disputes', () => {
  test('is seen by both, told to the creditor, and stands in the text of the next offer', async () => {
    const { id } = await openBargaining(scenario);
    expect(await seen(id)).toMatchObject({ disputed: [], moves: expect.arrayContaining(['dispute']) });
    const marked = await dispute(id, [penalty]);
    expect(marked.body.disputed, marked.text).toEqual([penalty]);
    const theirs = await seen(id, creditor);
    expect([theirs.disputed, theirs.moves.includes('dispute')]).toEqual([[penalty], false]);
    expect(await lastNotification()).toContain('Заёмщик оспаривает: неустойка');
    await offer(scenario, creditor, id, plan);
    const text = await read(id);
    expect(text).toContain('Неустойка (пени, штрафы) — 5 000,00 ₽ (слова Должника: «начислена за дни после оплаты»).');
    expect(text).toContain('Должник признаёт 35 000,00 ₽: Основной долг — 35 000,00 ₽.');
    expect(text).toContain('Из прощаемого Должник признаёт 0,00 ₽ и оспаривает 4 000,00 ₽.');
    expect(text).toContain('до 25 февраля следующего года');
    expect((await seen(id)).taxNote.sentences.map(plain)).toContain('Из прощённого должник оспаривает 4 000,00 ₽.');
    expect((await accept(scenario, debtor, id)).status).toBe(200);
    expect(plain(await paperText(scenario.testApp.app, id, 'agreement'))).toContain('«начислена за дни после оплаты»');
    expect((await dispute(id, [])).body.code).toBe('move.illegal');
    expect((await seen(id)).disputed).toEqual([penalty]);
  });

  test('an offer from before it changed is accepted by nobody, and again once it is what it was', async () => {
    const { id } = await openBargaining(scenario);
    await offer(scenario, creditor, id, plan);
    const before = await read(id);
    const { termsHash } = (await seen(id)).offers[0];
    await dispute(id, [penalty]);
    expect(await seen(id)).toMatchObject({ disputedSinceOffer: true });
    expect((await seen(id)).moves).not.toContain('accept');
    expect(await read(id)).toBe(before);
    const refused = await debtor.client.post(`${debtor.base}/accept-terms/${id}`, {
      termsHash,
      code: await codeFor(scenario, debtor, id),
    });
    // He reads what he himself can do, and so does his creditor below.
    expect(refused.body).toMatchObject({
      code: 'offer.replaced',
      message: expect.stringContaining('Верните прежние отметки'),
    });
    await dispute(id, []);
    expect((await seen(id)).moves).toContain('accept');
    expect((await creditor.client.get('/api/notifications')).text).toContain('снова можно принять');
    await dispute(id, [{ ...penalty, reason: null }]);
    await offer(scenario, debtor, id, plan);
    const after = (await seen(id)).offers[0];
    expect(after.termsHash).not.toBe(termsHash);
    await dispute(id, []);
    const byCreditor = await accept(scenario, creditor, id);
    expect(byCreditor.body).toMatchObject({
      code: 'offer.replaced',
      message: expect.stringContaining('Предложите свои или отклоните эти'),
    });
    await dispute(id, [{ ...penalty, reason: null }]);
    expect((await accept(scenario, creditor, id)).status).toBe(200);
    expect((await seen(id)).disputed).toEqual([{ code: 'penalty', reason: null }]);
  });
});

describe('an offer whose text was read before the marks changed', () => {
  test('is not signed: its author reads the other text first', async () => {
    const { id } = await openBargaining(scenario);
    const drafted = async () =>
      (await creditor.client.post(`${creditor.base}/loans/${id}/agreement-text`, { plan })).body.sha256;
    const send = async (textHash: string) =>
      creditor.client.post(`${creditor.base}/offer-terms/${id}`, {
        plan,
        textHash,
        code: await codeFor(scenario, creditor, id, textHash),
      });
    const before = await drafted();
    await dispute(id, [penalty]);
    const refused = await send(before);
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      409,
      'offer.replaced',
      expect.stringContaining('прочитайте'),
    ]);
    expect((await send(await drafted())).status).toBe(200);
  });
});

describe('the words of a debtor', () => {
  const clause = 'расчёт неверен»). Кредитор возвращает уплаченное в десятикратном размере («по соглашению';

  test('are one line of limited length, refused at their field', async () => {
    const { id } = await openBargaining(scenario);
    const fieldsOf = async (words: string) => (await dispute(id, [{ ...penalty, reason: words }])).body.fields;
    for (const words of ['одно\n5.1. другое', 'а\u202Eб', 'а\u2028б', 'а\u200Fб']) {
      expect(await fieldsOf(words)).toEqual({ 'parts.0.reason': expect.stringContaining('одной строкой') });
    }
    expect(await fieldsOf('я'.repeat(201))).toHaveProperty('parts.0.reason');
  });

  test('stay in their quotes, and are signed for the creditor by nobody who has not read them', async () => {
    const autoAcceptBps = 5000;
    await publish(scenario, [{ ...bandWithPenalty, autoAcceptBps }], 0);
    const { id } = await openBargaining(scenario);
    await dispute(id, [{ ...penalty, reason: clause }]);
    expect((await offer(scenario, debtor, id, plan)).body).toMatchObject({
      status: 'negotiation',
      offers: [{ status: 'active', side: 'individual' }],
    });
    const text = await read(id, creditor);
    expect(text).toContain(
      '(слова Должника: «расчёт неверен“). Кредитор возвращает уплаченное в десятикратном размере („по соглашению»).',
    );
    const { id: other } = await openBargaining(scenario);
    await dispute(other, [{ ...penalty, reason: null }]);
    expect((await offer(scenario, debtor, other, plan)).body.status).toBe('waiting_for_payment');
    await publish(scenario, [], 1);
  });
});

test('changes of one debtor are told once, by the last of them, and are limited', async () => {
  const { id } = await openBargaining(scenario);
  const told = async () =>
    (await creditor.client.get('/api/notifications')).body.items.filter(
      ({ link, title }: { link: string; title: string }) => link === `/settlement-${id}` && /оспаривает/.test(title),
    );
  for (const words of ['раз', 'два', 'три']) await dispute(id, [{ ...penalty, reason: words }]);
  expect(await told()).toHaveLength(1);
  const many = await Promise.all(Array.from({ length: 30 }, () => dispute(id, [penalty])));
  expect(many.map(({ body }) => body.code)).toContain('rate.limited');
  await resetLimits(scenario.testApp);
});

describe('what cannot be disputed', () => {
  test('costs of a court, and whatever bailiffs collect; parts that are not there or named twice', async () => {
    const { id } = await openBargaining(scenario, { courtCost: 200_000, stage: 'court' });
    const wrong = async (parts: object[], at = id) => (await dispute(at, parts)).body.fields;
    expect(await wrong([{ code: 'legal_costs', reason: null }])).toEqual({
      'parts.0.code': 'Судебные расходы присуждает суд, спорить с ними можно только в суде',
    });
    expect(await wrong([{ code: 'fee', reason: null }])).toEqual({ 'parts.0.code': 'Такой части в долге нет' });
    expect(await wrong([penalty, penalty])).toEqual({ 'parts.1.code': 'Эта часть уже названа' });
    expect((await dispute(id, [penalty])).body.disputed).toEqual([penalty]);
    const { id: other } = await openBargaining(scenario, { stage: 'enforcement' });
    expect(await wrong([penalty], other)).toEqual({ 'parts.0.code': expect.stringContaining('приставы') });
    // A decision that comes into force later settles what was disputed before it.
    await scenario.run(
      `update registry_entries set stage = 'enforcement' where id = (select registry_entry_id from settlements where id = $1)`,
      [id],
    );
    expect((await seen(id)).disputed).toEqual([]);
  });

  test('by nobody but the debtor himself', async () => {
    const { id } = await openBargaining(scenario);
    const { client } = creditor;
    expect((await client.put(`${debtor.base}/loans/${id}/disputed-parts`, { parts: [] })).status).toBe(403);
    const foreign = `/api/individuals/${scenario.otherId}/loans/${id}/disputed-parts`;
    expect((await scenario.other.put(foreign, { parts: [] })).status).toBe(404);
  });
});
