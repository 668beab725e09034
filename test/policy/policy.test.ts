import { beforeEach, describe, expect, test } from 'vitest';
import { addMonths, moscowDay } from '#domain/values/days.ts';
import type { Reply } from '../helpers/client.ts';
import {
  accept,
  codeFor,
  firstDate,
  generousBand,
  lump,
  offer,
  openBargaining,
  openParties,
  type Party,
  publishingCode,
  publish as publishNew,
} from '../settlements/helpers/bargaining.ts';

const { scenario, debtor, creditor, head } = await openParties();

const soon = firstDate;
/** 40 000,00 of debt: from 90 % at once, 70 % by hand, below 60 % never, below 80 % the head. */
const usual = {
  ...generousBand,
  autoRejectBps: 6000,
  approvalBelowBps: 8000,
  offerTtlDays: 3,
};
const path = () => `/api/legal-entities/${scenario.company}/policy`;
const read = async () => (await scenario.manager.get(path())).body;
const publish = async (...bands: object[]): Promise<Reply> => publishNew(scenario, bands, (await read()).version);
const code = ({ status, body }: Reply) => [status, body.code];
const seen = async (id: number, { client }: Party = debtor) => (await client.get(`/api/loans/${id}`)).body;

describe('the matrix of conditions', () => {
  test('is empty at first, replaced as a whole by the head, and each version stays', async () => {
    expect(await read()).toEqual({
      version: 0,
      bands: [],
      author: null,
      createdAt: null,
      isSigned: true,
      isRuleSigned: null,
      cannotPublish: null,
    });
    expect((await publish(usual)).body).toMatchObject({ version: 1, bands: [usual], author: 'Иванов Иван Иванович' });
    expect((await publish()).body).toMatchObject({ version: 2, bands: [] });
    await expect(scenario.run('update settlement_policies set version = 9')).rejects.toThrow();
    expect(await scenario.run('select count(*) from settlement_policies')).toEqual([{ count: 2 }]);
  });

  test('is replaced by nobody else, and not when somebody was faster', async () => {
    const { version } = await read();
    expect((await scenario.manager.put(path(), { bands: [], version })).status).toBe(403);
    const policy = { bands: [usual], version };
    const form = { ...policy, code: await publishingCode(scenario, policy) };
    const both = await Promise.all([1, 2].map(() => head.client.put(path(), form)));
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(code(await head.client.put(path(), form))).toEqual([409, 'version.stale']);
  });

  test('is signed by a code of its own: none, or one for a settlement, publishes nothing', async () => {
    const { version } = await read();
    const form = { bands: [usual], version };
    expect((await head.client.put(path(), form)).body.fields).toHaveProperty('code');
    const { id } = await openBargaining(scenario);
    const other = await codeFor(scenario, head, id);
    expect(code(await head.client.put(path(), { ...form, code: other }))).toEqual([409, 'code.wrong']);
    expect((await read()).version).toBe(version);
    expect((await publish(usual)).status).toBe(200);
    const [last] = await scenario.run('select code_id from settlement_policies order by id desc limit 1');
    expect(last).toEqual({ code_id: expect.any(Number) });
  });

  test('is refused at the fields that contradict one another', async () => {
    const { body } = await publish({ ...usual, dpdFrom: 10, dpdTo: 5 }, { ...usual, autoAcceptBps: 100 }, usual);
    expect(body.fields).toEqual({
      'bands.0.dpdTo': 'Не меньше начала',
      'bands.1.autoAcceptBps': 'Не меньше наименьшей допустимой доли',
      'bands.1.dpdFrom': 'Пересекается с другой строкой',
      'bands.2.dpdFrom': 'Пересекается с другой строкой',
    });
  });

  test('is tried on an example before it is published', async () => {
    const simulate = (changes: object) =>
      scenario.manager.post(`${path()}/simulate`, { bands: [usual], dpd: 200, debt: 4_000_000, ...changes });
    const at = async (amount: number) => (await simulate({ plan: lump(amount) })).body;
    expect(await at(3_600_000)).toMatchObject({ band: 0, decision: 'accept' });
    expect(await at(3_300_000)).toMatchObject({ decision: 'by_hand' });
    expect(await at(3_000_000)).toMatchObject({ decision: 'needs_approval' });
    expect(await at(2_500_000)).toMatchObject({ decision: 'counter', counter: { amount: 3_200_000 } });
    const low = await at(1_000_000);
    expect(low).toMatchObject({ decision: 'reject', counter: null });
    expect(low.steps.at(-1)).toEqual({ rule: 'not_too_low', holds: false, text: 'Сумма намного ниже допустимой' });
    await scenario.claim();
    const none = (await simulate({ plan: lump(1), bands: [{ ...usual, dpdFrom: 1000 }] })).body;
    expect(none).toMatchObject({ band: null, decision: null, steps: [], claims: [0] });
    expect(none.uncovered).toBeGreaterThan(0);
    expect(code(await simulate({ plan: { kind: 'at_once', amount: 1 } }))).toEqual([400, 'input.invalid']);
  });
});

describe('a debtor’s offer is answered at once', () => {
  beforeEach(async () => {
    await publish(usual);
  });

  test('accepted: an agreement stands, signed for the creditor by who published the conditions', async () => {
    const { id } = await openBargaining(scenario);
    const { body } = await offer(scenario, debtor, id, lump(3_700_000));
    expect(body).toMatchObject({ status: 'waiting_for_payment', agreedAmount: 3_700_000 });
    expect(body.offers[0].decision.kind).toBe('accept');
    expect(body.signatures).toMatchObject([{ method: 'pep_otp' }, { method: 'policy', side: 'creditor' }]);
  });

  test('by a person alone while an administrator has turned such answers off for the company', async () => {
    const turn = (isOn: boolean) =>
      scenario.operator.patch(`/api/feature-flags/legal-entities/${scenario.company}`, { automatic_answers: isOn });
    await turn(false);
    const { id } = await openBargaining(scenario);
    const { body } = await offer(scenario, debtor, id, lump(3_700_000));
    await turn(true);
    expect(body).toMatchObject({ status: 'negotiation', turn: 'creditor', offers: [{ decision: null }] });
  });

  test('refused with the reason that both see', async () => {
    const { id } = await openBargaining(scenario);
    const { body } = await offer(scenario, debtor, id, lump(1_000_000));
    expect(body).toMatchObject({ status: 'negotiation', turn: 'individual' });
    const refused = { status: 'rejected', rejectReason: 'Сумма намного ниже допустимой', decision: { kind: 'reject' } };
    expect(body.offers).toMatchObject([refused]);
    expect((await seen(id, creditor)).offers).toMatchObject([refused]);
  });

  test('countered by the nearest terms that the conditions allow', async () => {
    const { id } = await openBargaining(scenario);
    const plan = { kind: 'equal', amount: 2_600_000, payments: 24, firstDate: soon, downPayment: 0 };
    const { body } = await offer(scenario, debtor, id, plan);
    expect(body).toMatchObject({ round: 2, turn: 'individual' });
    expect(body.offers).toMatchObject([
      { side: 'creditor', auto: true, amount: 3_200_000, status: 'active', plan: { payments: 12 } },
      { side: 'individual', auto: false, status: 'superseded', decision: { kind: 'counter' } },
    ]);
    expect((await accept(scenario, debtor, id)).body.status).toBe('waiting_for_payment');
  });

  test('by a person where the nearest terms would bear interest before a whole period is over', async () => {
    await publish({ ...usual, maxDaysToFirst: 30 });
    const { id } = await openBargaining(scenario);
    const firstDate = addMonths(moscowDay(new Date()), 3);
    const plan = { kind: 'annuity', amount: 3_700_000, payments: 4, periodMonths: 3, firstDate, downPayment: 0 };
    const { body, text } = await offer(scenario, debtor, id, { ...plan, rateBps: 1000 });
    expect(body, text).toMatchObject({ status: 'negotiation', turn: 'creditor' });
    expect(body.offers).toMatchObject([{ side: 'individual', decision: { kind: 'by_hand' } }]);
  });

  test('left to a person where the conditions say so; the rules hold that were there at the opening', async () => {
    const { id } = await openBargaining(scenario);
    await publish({ ...usual, autoAcceptBps: 8000 });
    const { body } = await offer(scenario, debtor, id, lump(3_300_000));
    expect(body).toMatchObject({ status: 'negotiation', turn: 'creditor' });
    expect(body.offers[0].decision.kind).toBe('by_hand');
    const days = (Date.parse(body.offers[0].expiresAt) - Date.now()) / 86_400_000;
    expect(days).toBeLessThan(4);
  });
});

describe('terms below the conditions', () => {
  beforeEach(async () => {
    await publish(usual);
  });
  const refused = {
    status: 409,
    body: { code: 'move.illegal', message: expect.stringContaining('договаривается руководитель') },
  };

  test('are neither offered nor accepted by a manager', async () => {
    const { id } = await openBargaining(scenario);
    expect(await offer(scenario, creditor, id, lump(3_000_000))).toMatchObject(refused);
    await offer(scenario, debtor, id, lump(3_000_000));
    expect(await accept(scenario, creditor, id)).toMatchObject(refused);
    expect(await seen(id)).toMatchObject({ status: 'negotiation', round: 1 });
  });

  test('are free to the head', async () => {
    const offered = await openBargaining(scenario);
    expect((await offer(scenario, head, offered.id, lump(2_000_000))).body).toMatchObject({ round: 1 });
    const { id } = await openBargaining(scenario);
    await offer(scenario, debtor, id, lump(3_000_000));
    expect((await accept(scenario, head, id)).body).toMatchObject({
      status: 'waiting_for_payment',
      agreedAmount: 3_000_000,
    });
  });
});

describe('the fee', () => {
  test('is quoted with each offer, and the tariff stays with the agreement', async () => {
    await publish();
    await scenario.run(
      `insert into tariffs (name, payer, base, rate_bps, vat_mode, vat_bps, collect, valid_from)
       values ('Общий', 'creditor', 'agreed_amount', 300, 'included', 2000, 'withhold', '2026-01-01')`,
    );
    const { id } = await openBargaining(scenario);
    const { body } = await offer(scenario, debtor, id, lump(3_000_000));
    expect(body.offers[0].fee).toEqual({ payer: 'creditor', way: 'withheld', amount: 90_000, vat: 16_230 });
    await accept(scenario, creditor, id);
    const [{ tariff }] = (await scenario.run('select tariff from settlements where id = $1', [id])) as [
      { tariff: object },
    ];
    expect(tariff).toMatchObject({ rateBps: 300, payer: 'creditor' });
  });
});
