import { describe, expect, test } from 'vitest';
import type { Reply } from '../helpers/client.ts';
import {
  accept,
  codeFor,
  firstDate,
  lump,
  noText,
  offer,
  openBargaining,
  openParties,
  type Party,
  readDraft,
} from './helpers/bargaining.ts';
import { innOf } from './helpers/scenario.ts';

const { scenario, debtor, creditor } = await openParties();

const code = ({ status, body }: Reply) => [status, body.code];
const seen = async (id: number, { client }: Party = debtor) => (await client.get(`/api/loans/${id}`)).body;
const questionnaires = () => `/api/individuals/${scenario.debtorId}/questionnaires`;
const reason = 'Не подходит сумма';

describe('the bargaining opens', () => {
  test('when the creditor confirms the claim: the debt is written down, the request follows', async () => {
    const { id, request } = await openBargaining(scenario);
    expect(request).toMatchObject({ status: 'negotiation', moves: [] });
    const card = await seen(id);
    expect(card).toMatchObject({ status: 'negotiation', turn: 'creditor', round: 0, debtTotal: 4_000_000 });
    expect(card.number).toMatch(/^У-\d{4}-\d{6}$/);
    await scenario.run('update registry_entries set principal = principal + 1, total = total + 1 where id = $1', [
      request.registryEntryId,
    ]);
    expect((await seen(id)).debt).toEqual([
      { code: 'principal', amount: 3_500_000, remains: null },
      { code: 'penalty', amount: 500_000, remains: null },
    ]);
  });

  test('once, by those who may, and only with a claim of this debtor', async () => {
    const search = await scenario.debtor.post(questionnaires(), {
      creditorInn: innOf.creditor,
      creditorName: 'Альфа',
      contractNumber: 'без реестра',
      claimedDebt: 100,
      debtReason: 'other',
    });
    const path = `${questionnaires()}/${search.body.id}/negotiate/${scenario.company}`;
    expect((await scenario.manager.post(path, { version: search.body.version })).status).toBe(404);
    const { version } = (await scenario.debtor.post(path, { version: search.body.version })).body;
    expect(code(await scenario.manager.post(path, { version }))).toEqual([409, 'request.impossible']);
    const alien = await scenario.claim({ individualId: null, debtorInn: innOf.other });
    expect(code(await scenario.manager.post(path, { version, registryEntryId: alien }))).toEqual([
      409,
      'request.impossible',
    ]);
    const taken = await scenario.claim();
    await scenario.requestOf(taken);
    expect(code(await scenario.manager.post(path, { version, registryEntryId: taken }))).toEqual([409, 'entry.frozen']);
    const bankrupt = await scenario.claim();
    await scenario.run(`update registry_entries set contact_flag = 'bankrupt' where id = $1`, [bankrupt]);
    expect(code(await scenario.manager.post(path, { version, registryEntryId: bankrupt }))).toEqual([
      409,
      'request.impossible',
    ]);
    const entry = await scenario.claim();
    expect((await scenario.accountant.post(path, { version, registryEntryId: entry })).status).toBe(403);
    const stale = { version: version + 1, registryEntryId: entry };
    expect(code(await scenario.manager.post(path, stale))).toEqual([409, 'version.stale']);
    const opened = await scenario.manager.post(path, { version, registryEntryId: entry });
    expect([opened.status, opened.body.status]).toEqual([200, 'negotiation']);
    expect(code(await scenario.manager.post(path, { version: opened.body.version }))).toEqual([409, 'move.illegal']);
  });
});

describe('an offer', () => {
  test('is a round with its schedule, signed by its author; the turn passes', async () => {
    const { id } = await openBargaining(scenario);
    const plan = { kind: 'equal', amount: 3_500_000, payments: 3, firstDate, downPayment: 0 };
    const { status, body } = await offer(scenario, debtor, id, plan, 'Смогу так');
    expect(status).toBe(200);
    expect(body).toMatchObject({ turn: 'creditor', round: 1, moves: ['recall', 'stop', 'dispute'] });
    const [made] = body.offers;
    expect(made).toMatchObject({ side: 'individual', forgiven: 500_000, forgivenBps: 1250 });
    expect(made.price).toEqual({ total: 3_500_000, interest: 0, overpaid: 0, rateBps: 0, fullCost: 0 });
    expect(made.forgivenParts).toEqual([{ code: 'penalty', amount: 500_000 }]);
    expect(made.rows.map((row: { amount: number }) => row.amount)).toEqual([1_166_667, 1_166_667, 1_166_666]);
    expect(made.termsHash).toMatch(/^[0-9a-f]{64}$/);
    expect(body.signatures).toMatchObject([{ side: 'individual', method: 'pep_otp', termsHash: made.termsHash }]);
    expect(body.taxNote.short).toContain('может быть доходом');
    expect(body.taxNote.sentences.join(' ')).toContain('до 25 февраля');
    expect((await seen(id, creditor)).moves).toEqual(['offer', 'accept', 'reject', 'stop']);
    expect((await scenario.manager.get('/api/notifications')).text).toContain('Заёмщик предложил');
  });

  test('never changes, not even by hand in the database', async () => {
    const { id } = await openBargaining(scenario);
    await offer(scenario, debtor, id, lump(3_000_000));
    await expect(scenario.run('update terms_offers set amount = 1 where settlement_id = $1', [id])).rejects.toThrow();
    await expect(scenario.run('delete from terms_offers where settlement_id = $1', [id])).rejects.toThrow();
    await expect(
      scenario.run('update signatures set account_id = account_id where settlement_id = $1', [id]),
    ).rejects.toThrow();
  });

  test('is not worse than the one before, comes in turn, and not above the debt', async () => {
    const { id } = await openBargaining(scenario);
    await offer(scenario, debtor, id, lump(2_000_000));
    expect(code(await offer(scenario, debtor, id, lump(2_100_000)))).toEqual([409, 'move.illegal']);
    expect((await offer(scenario, creditor, id, lump(3_900_000))).status).toBe(200);
    const worse = await offer(scenario, debtor, id, lump(1_999_999));
    expect([worse.status, worse.body.fields['plan.amount']]).toEqual([
      400,
      expect.stringContaining('Не меньше вашего прошлого предложения'),
    ]);
    expect((await offer(scenario, debtor, id, lump(2_000_000))).status).toBe(200);
    expect((await offer(scenario, creditor, id, lump(3_900_001))).body.fields).toHaveProperty(['plan.amount']);
    expect((await offer(scenario, creditor, id, lump(4_000_001))).body.fields).toHaveProperty(['plan.amount']);
    const { offers } = await seen(id);
    expect(offers.map((one: { status: string }) => one.status)).toEqual(['active', 'superseded', 'superseded']);
  });

  test.each([
    ['no first day', { kind: 'at_once', amount: 100 }, 'plan.firstDate'],
    ['a first day of yesterday', { kind: 'at_once', amount: 100, firstDate: '2020-01-01' }, 'plan.firstDate'],
    ['no rate where there is interest', { kind: 'annuity', amount: 100_000, payments: 6, firstDate }, 'plan.rateBps'],
    [
      'parts that do not add up',
      { kind: 'custom', amount: 100, parts: [{ date: firstDate, amount: 99 }] },
      'plan.parts',
    ],
    [
      'a down payment of all',
      { kind: 'equal', amount: 100, downPayment: 100, payments: 2, firstDate },
      'plan.downPayment',
    ],
  ])('is refused at its field with %s', async (_name, plan, field) => {
    const { id } = await openBargaining(scenario);
    const reply = await debtor.client.post(`${debtor.base}/offer-terms/${id}`, {
      plan,
      textHash: noText,
      code: '000000',
    });
    expect([reply.status, Object.keys(reply.body.fields)]).toEqual([400, [field]]);
  });

  test('is signed only by the code that was sent for this very settlement, once', async () => {
    const { id } = await openBargaining(scenario);
    const other = await openBargaining(scenario);
    const alien = await codeFor(scenario, debtor, other.id);
    const plan = lump(1_000_000);
    const textHash = await readDraft(debtor, id, { plan });
    const send = (given: string) =>
      debtor.client.post(`${debtor.base}/offer-terms/${id}`, { plan, textHash, code: given });
    expect(code(await send(alien))).toEqual([409, 'code.wrong']);
    const right = await codeFor(scenario, debtor, id, textHash);
    expect((await send(right)).status).toBe(200);
    await debtor.client.post(`${debtor.base}/loans/${id}/recall-terms`);
    expect(code(await send(right))).toEqual([409, 'code.wrong']);
  });

  test('of the creditor wants a right code too', async () => {
    const { id } = await openBargaining(scenario);
    const reply = await creditor.client.post(`${creditor.base}/offer-terms/${id}`, {
      plan: lump(100),
      textHash: noText,
      code: '000000',
    });
    expect(code(reply)).toEqual([409, 'code.wrong']);
  });

  test('ends with its time, whoever looks first: the author is to find better terms', async () => {
    const { id } = await openBargaining(scenario);
    await offer(scenario, debtor, id, lump(2_000_000));
    const { termsHash } = (await seen(id)).offers[0];
    await scenario.run('alter table terms_offers disable trigger immutable');
    await scenario.run(`update terms_offers set expires_at = now() - interval '1 second' where settlement_id = $1`, [
      id,
    ]);
    await scenario.run('alter table terms_offers enable trigger immutable');
    expect(await seen(id)).toMatchObject({ turn: 'individual', offers: [{ status: 'expired' }], offerExpiresAt: null });
    const given = await codeFor(scenario, creditor, id);
    const late = await creditor.client.post(`${creditor.base}/accept-terms/${id}`, { termsHash, code: given });
    expect(code(late)).toEqual([409, 'offer.replaced']);
    expect((await offer(scenario, debtor, id, lump(2_000_000))).status).toBe(200);
    expect((await seen(id)).offers.map((one: { status: string }) => one.status)).toEqual(['active', 'expired']);
  });

  test('is rejected with a reason or recalled; only what lies on the table, only while there is a bargaining', async () => {
    const { id } = await openBargaining(scenario);
    const reject = (party: Party) => party.client.post(`${party.base}/loans/${id}/reject-terms`, { reason });
    const recall = (party: Party) => party.client.post(`${party.base}/loans/${id}/recall-terms`);
    for (const party of [debtor, creditor]) {
      expect([code(await reject(party)), code(await recall(party))]).toEqual([
        [409, 'move.illegal'],
        [409, 'move.illegal'],
      ]);
    }
    await offer(scenario, debtor, id, lump(2_000_000));
    const rejected = await reject(creditor);
    expect(rejected.body).toMatchObject({ turn: 'individual', offers: [{ status: 'rejected', rejectReason: reason }] });
    await offer(scenario, creditor, id, lump(4_000_000));
    expect((await reject(debtor)).body.turn).toBe('creditor');
    await offer(scenario, creditor, id, lump(3_800_000));
    expect((await recall(creditor)).body.offers[0].status).toBe('withdrawn');
    const stop = (party: Party) => party.client.post(`${party.base}/loans/${id}/stop`, { reason });
    const before = Date.now();
    const { body: stopped } = await stop(creditor);
    expect(stopped).toMatchObject({ status: 'closed', closeReason: 'withdrawn', moves: [] });
    expect(Date.parse(stopped.closedAt)).toBeGreaterThanOrEqual(before - 1_000);
    expect([code(await stop(debtor)), code(await stop(creditor))]).toEqual([
      [409, 'move.illegal'],
      [409, 'move.illegal'],
    ]);
    expect(code(await offer(scenario, creditor, id, lump(3_000_000)))).toEqual([409, 'move.illegal']);
    // What its creditor takes off the table is a contact with the debtor, his refusal an answer.
    const told = await scenario.run(
      `select n.event from notifications n join individuals i on i.account_id = n.account_id
       where i.id = $1 and n.link like '/settlement-' || $2 || '%' order by n.id`,
      [scenario.debtorId, id],
    );
    expect(told.map((one) => one['event']).filter((event) => event !== 'request.moved')).toEqual([
      'settlement.turn',
      'settlement.offer',
      'settlement.offer',
      'settlement.recalled',
      'settlement.recalled',
    ]);
  });
});

describe('an acceptance', () => {
  test('makes an agreement: both signatures, a schedule, the request follows', async () => {
    const { id, request } = await openBargaining(scenario, { courtCost: 200_000 });
    const plan = { kind: 'equal', amount: 3_000_000, payments: 2, firstDate, downPayment: 1_000_000 };
    await offer(scenario, creditor, id, plan);
    const { status, body } = await accept(scenario, debtor, id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'waiting_for_payment',
      turn: null,
      agreedAmount: 3_000_000,
      discountAmount: 1_200_000,
      discountBps: 2857,
      payments: 3,
      moves: ['reschedule', 'reopen', 'pay', 'stateOutside', 'takeHolidays', 'askPause'],
    });
    expect(body.schedule.map((row: { amount: number }) => row.amount)).toEqual([1_000_000, 1_000_000, 1_000_000]);
    expect(body.debt).toEqual([
      { code: 'principal', amount: 3_500_000, remains: 2_800_000 },
      { code: 'penalty', amount: 500_000, remains: 0 },
      { code: 'legal_costs', amount: 200_000, remains: 200_000 },
    ]);
    expect(body.signatures.map((one: { side: string }) => one.side)).toEqual(['creditor', 'individual']);
    const followed = (await scenario.debtor.get(`${questionnaires()}/${request.id}`)).body;
    expect(followed).toMatchObject({ status: 'waiting_for_payment', settlementId: id });
    const [kept] = await scenario.run('select snapshot from agreements where settlement_id = $1', [id]);
    expect(kept!['snapshot']).toMatchObject({
      number: body.number,
      creditorInn: innOf.creditor,
      plan: { amount: 3_000_000 },
    });
    expect(code(await offer(scenario, debtor, id, lump(3_000_000)))).toEqual([409, 'move.illegal']);
  });

  test('names the terms that were seen: replaced ones are refused, and one’s own', async () => {
    const { id } = await openBargaining(scenario);
    await offer(scenario, creditor, id, lump(3_900_000));
    const { termsHash } = (await seen(id)).offers[0];
    await creditor.client.post(`${creditor.base}/loans/${id}/recall-terms`);
    await offer(scenario, creditor, id, lump(3_800_000));
    const given = await codeFor(scenario, debtor, id);
    expect(code(await debtor.client.post(`${debtor.base}/accept-terms/${id}`, { termsHash, code: given }))).toEqual([
      409,
      'offer.replaced',
    ]);
    const own = (await seen(id)).offers[0].termsHash;
    const mine = { termsHash: own, code: await codeFor(scenario, creditor, id) };
    expect(code(await creditor.client.post(`${creditor.base}/accept-terms/${id}`, mine))).toEqual([409, 'offer.own']);
    const wrong = { termsHash: own, code: given === '000000' ? '000001' : '000000' };
    expect(code(await debtor.client.post(`${debtor.base}/accept-terms/${id}`, wrong))).toEqual([409, 'code.wrong']);
    expect((await accept(scenario, debtor, id)).status).toBe(200);
  });

  test('of the creditor wants a right code, and is refused once the bargaining is over', async () => {
    const { id } = await openBargaining(scenario);
    await offer(scenario, debtor, id, lump(2_000_000));
    const { termsHash } = (await seen(id)).offers[0];
    const path = `${creditor.base}/accept-terms/${id}`;
    expect(code(await creditor.client.post(path, { termsHash, code: '000000' }))).toEqual([409, 'code.wrong']);
    expect((await accept(scenario, creditor, id)).status).toBe(200);
    expect(code(await creditor.client.post(path, { termsHash, code: '000000' }))).toEqual([409, 'move.illegal']);
    expect(code(await debtor.client.post(`${debtor.base}/accept-terms/${id}`, { termsHash, code: '000000' }))).toEqual([
      409,
      'move.illegal',
    ]);
  });

  test('by a hundred at once makes one agreement', { timeout: 120_000 }, async () => {
    const { id } = await openBargaining(scenario);
    await offer(scenario, debtor, id, lump(2_000_000));
    const { termsHash } = (await seen(id)).offers[0];
    const given = await codeFor(scenario, creditor, id);
    const replies = await Promise.all(
      Array.from({ length: 100 }, () =>
        creditor.client.post(`${creditor.base}/accept-terms/${id}`, { termsHash, code: given }),
      ),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    // Whoever waits too long for the busy row is told to come again; nobody else is let through.
    expect(replies.filter(({ status }) => ![200, 409, 503].includes(status)).map(({ text }) => text)).toEqual([]);
    const count = (table: string) => scenario.run(`select count(*) from ${table} where settlement_id = $1`, [id]);
    expect([
      ...(await count('agreements')),
      ...(await count('schedule_items')),
      ...(await count('signatures')),
    ]).toEqual([{ count: 1 }, { count: 1 }, { count: 2 }]);
  });

  test('against a new offer of the other side: one of the two, never half of each', async () => {
    const { id } = await openBargaining(scenario);
    await offer(scenario, creditor, id, lump(3_900_000));
    const { termsHash } = (await seen(id)).offers[0];
    const acceptCode = await codeFor(scenario, debtor, id);
    const [accepted, recalled] = await Promise.all([
      debtor.client.post(`${debtor.base}/accept-terms/${id}`, { termsHash, code: acceptCode }),
      creditor.client.post(`${creditor.base}/loans/${id}/recall-terms`),
    ]);
    expect(new Set([accepted.status, recalled.status])).toEqual(new Set([200, 409]));
    const [{ count }] = (await scenario.run('select count(*) from agreements where settlement_id = $1', [id])) as [
      { count: number },
    ];
    expect(count).toBe(accepted.status === 200 ? 1 : 0);
  });
});

describe('when the bargaining is broken off', () => {
  test('the claim is free, the request closed, and a new one may be made', async () => {
    const { id, request } = await openBargaining(scenario);
    await offer(scenario, debtor, id, lump(2_000_000));
    expect((await debtor.client.post(`${debtor.base}/loans/${id}/stop`, { reason })).body.status).toBe('closed');
    const followed = (await scenario.debtor.get(`${questionnaires()}/${request.id}`)).body;
    expect(followed).toMatchObject({ status: 'closed', closeReason: 'withdrawn' });
    expect((await seen(id)).offers[0].status).toBe('withdrawn');
    expect((await scenario.requestOf(request.registryEntryId)).status).toBe(201);
  });
});

describe('lists', () => {
  test('hold what each may see', async () => {
    const { id } = await openBargaining(scenario);
    const ids = async (path: string, client = scenario.operator) =>
      ((await client.get(path)).body.items as { id: number }[]).map((one) => one.id);
    expect(await ids('/api/loans')).toContain(id);
    expect(await ids('/api/loans?filter[status]=negotiation&filter[turn]=creditor', scenario.head)).toContain(id);
    expect(await ids(`/api/legal-entities/${scenario.company}/loans`, scenario.accountant)).toContain(id);
    expect(await ids(`/api/individuals/${scenario.debtorId}/loans`, scenario.debtor)).toContain(id);
    expect(await ids('/api/loans', scenario.other)).toEqual([]);
    expect((await scenario.other.get(`/api/loans/${id}`)).status).toBe(404);
    const { number } = await seen(id);
    expect(await ids(`/api/loans?q=${encodeURIComponent(number)}`)).toEqual([id]);
    expect((await scenario.operator.get('/api/loans/counts')).body.counts.negotiation).toBeGreaterThan(0);
    expect((await scenario.head.get('/api/loans/exports/excel')).status).toBe(200);
  });
});

describe('a single payment above what the debtor may pay at once', () => {
  const known = (level: string) =>
    scenario.run('update individuals set identification_level = $2 where id = $1', [scenario.debtorId, level]);

  test('is refused when terms are accepted, and the sentence says what to do', async () => {
    const { id } = await openBargaining(scenario);
    await offer(scenario, creditor, id, lump(3_000_000));
    await known('none');
    const refused = await accept(scenario, debtor, id);
    expect(code(refused)).toEqual([409, 'move.illegal']);
    expect(refused.body.message.replaceAll('\u00A0', ' ')).toMatch(
      /30 000,00 ₽.*не больше 15 000,00 ₽.*идентификацию в РНКО.*меньшие платежи/,
    );
    expect((await seen(id)).status).toBe('negotiation');
    await known('simplified');
    expect((await accept(scenario, debtor, id)).status).toBe(200);
    await known('full');
  });

  test('is refused to the creditor, too, in words that tell nothing of the debtor', async () => {
    const { id } = await openBargaining(scenario);
    await offer(scenario, debtor, id, lump(3_000_000));
    await known('none');
    const refused = await accept(scenario, creditor, id);
    expect(code(refused)).toEqual([409, 'move.illegal']);
    expect(refused.body.message).toContain('предложите платежи меньше');
    await known('full');
    expect((await accept(scenario, creditor, id)).status).toBe(200);
  });
});
