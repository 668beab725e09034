import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { addMonths, moscowDay } from '#domain/values/days.ts';
import { formatFullCost } from '#domain/values/exact.ts';
import { runDeadlines } from '#server/platform/state/deadlines.ts';
import { agree, agreed, propose } from '../helpers/addenda.ts';
import { accept, creditorOf, debtorOf, offer, openBargaining, type Party } from '../helpers/bargaining.ts';
import { makeScenario, type Scenario } from '../helpers/scenario.ts';

let scenario: Scenario;
let debtor: Party;
let creditor: Party;
beforeAll(async () => {
  scenario = await makeScenario();
  debtor = debtorOf(scenario);
  creditor = creditorOf(scenario);
});
afterAll(() => scenario.testApp.stop());

const firstDate = addMonths(moscowDay(new Date()), 1);
const equal = (amount: number, payments: number) => ({ kind: 'equal', amount, payments, firstDate, downPayment: 0 });
const plain = (text: string) => text.replaceAll('\u00A0', ' ');

describe('the fee that the debtor pays beside his payments', () => {
  const charge = (rateBps: number, fixed = 0) =>
    scenario.run(
      `insert into tariffs (name, payer, base, rate_bps, fixed, vat_mode, vat_bps, collect, valid_from)
       values ('Для проверки', 'individual', 'paid_amount', $1, $2, 'none', 0, 'invoice', '2026-01-01')`,
      [rateBps, fixed],
    );
  afterEach(() => scenario.run(`delete from tariffs where name = 'Для проверки'`));

  test('is judged without interest, too, and stands in ПСК', async () => {
    await charge(500);
    const { id } = await openBargaining(scenario);
    const made = (await offer(scenario, creditor, id, equal(3_500_000, 2))).body.offers[0];
    expect(made).toMatchObject({
      fee: { payer: 'individual', amount: 175_000 },
      price: { total: 3_675_000, interest: 0 },
    });
    expect(made.price.fullCost).toBeGreaterThan(30_000);
    await scenario.run(`delete from tariffs where name = 'Для проверки'`);
    await charge(600);
    const { id: other } = await openBargaining(scenario);
    const dear = await offer(scenario, creditor, other, equal(3_500_000, 2));
    expect([dear.status, dear.body.code]).toEqual([409, 'move.illegal']);
    expect(plain(dear.body.message)).toContain('с заёмщика берут не больше 5 %');
  });

  test('makes no next offer of the creditor dearer than his last, however many payments it has', async () => {
    await charge(100, 5_000);
    const { id } = await openBargaining(scenario);
    expect((await offer(scenario, creditor, id, equal(3_600_000, 2))).status).toBe(200);
    await creditor.client.post(`${creditor.base}/loans/${id}/recall-terms`);
    const dearer = await offer(scenario, creditor, id, equal(3_600_000, 12));
    expect(plain(dearer.body.fields['plan.amount'])).toContain(
      'Не больше вашего прошлого предложения: всего 36 460,00 ₽ вместе с вознаграждением платформы',
    );
    expect((await offer(scenario, creditor, id, equal(3_540_000, 12))).status).toBe(200);
  });

  test('is agreed to as it was quoted: by a tariff that was entered since nothing is signed', async () => {
    await charge(300);
    const { id } = await openBargaining(scenario);
    const made = (await offer(scenario, creditor, id, equal(3_500_000, 2))).body.offers[0];
    expect(made.fee).toMatchObject({ amount: 105_000 });
    await scenario.run(`delete from tariffs where name = 'Для проверки'`);
    await charge(500);
    const { status, body } = await accept(scenario, debtor, id);
    expect([status, body.code]).toEqual([409, 'offer.replaced']);
    const theirs = 'теперь считается иначе, чем сказано в предложении: подписать эти условия нельзя. Предложите свои';
    expect(body.message).toContain(theirs);
    const anew = await offer(scenario, debtor, id, equal(3_500_000, 2));
    expect(anew.body.offers[0].fee, anew.text).toMatchObject({ amount: 175_000 });
    await scenario.run(`update tariffs set rate_bps = 400 where name = 'Для проверки'`);
    expect((await accept(scenario, creditor, id)).body.message).toContain(theirs);
    await scenario.run(`update tariffs set rate_bps = 500 where name = 'Для проверки'`);
    expect((await accept(scenario, creditor, id)).status).toBe(200);
  });

  test('of an agreement of before without interest is asked once and listed for operators where it is above the ceiling', async () => {
    await charge(500);
    const [dear, fair] = [await agreed(scenario, equal(3_500_000, 2)), await agreed(scenario, equal(3_500_000, 2))];
    await scenario.run(`delete from tariffs where name = 'Для проверки'`);
    const free = await agreed(scenario, equal(3_500_000, 2));
    // As one was concluded before the ceiling of the fee was asked.
    await scenario.run('alter table terms_offers disable trigger user');
    await scenario.run(
      `update terms_offers set fee = jsonb_set(fee, '{amount}', '210000') where settlement_id = $1 and status = 'accepted'`,
      [dear],
    );
    await scenario.run('alter table terms_offers enable trigger user');
    await scenario.run(readFileSync('src/server/migrations/0144-fees-asked-anew.sql', 'utf8'));
    await runDeadlines(scenario.testApp.app);
    const standing = async (id: number) => (await scenario.operator.get(`/api/loans/${id}`)).body;
    expect(await standing(fair)).toMatchObject({ priceStanding: 'within', priceProblem: null });
    expect(await standing(free)).toMatchObject({ priceStanding: null, priceProblem: null });
    const { items } = (await scenario.operator.get('/api/loans?filter[price][]=above&limit=100')).body;
    expect(items.map(({ id }: { id: number }) => id)).toEqual([dear]);
    expect(plain(items[0].priceProblem)).toBe(
      'Комиссия площадки — 2 100,00 ₽ сверх платежей на 35 000,00 ₽, с заёмщика берут не больше 5 %',
    );
  });

  /** What is proposed about an agreement in three payments, and the paper of it. */
  async function rescheduled(payments: number) {
    const id = await agreed(scenario, equal(3_600_000, 3));
    const made = await propose(scenario, debtor, id, equal(3_600_000, payments));
    expect(made.status, made.text).toBe(200);
    const { text } = await creditor.client.get(`/api/loans/${id}/agreement-text`);
    return { id, card: made.body, price: made.body.proposals[0].price, text: plain(text) };
  }

  test('stands in the price and the paper of a new schedule without interest', async () => {
    await charge(500);
    const { id, card, price, text } = await rescheduled(2);
    expect(card.debtorFee).toMatchObject({ tariff: { payer: 'individual', rateBps: 500 }, charged: 0 });
    expect(card.feeByDebtor).toBe(true);
    expect(price).toMatchObject({ total: 3_780_000, interest: 0, overpaid: 180_000 });
    expect(price.fullCost).toBeGreaterThan(30_000);
    expect(text).toContain(
      `Полная стоимость кредита по новому графику: ${plain(formatFullCost(price.fullCost))} годовых`,
    );
    expect(text).toContain('платит вознаграждение платформы: 1 800 (одна тысяча восемьсот) рублей');
    expect((await agree(scenario, creditor, id)).status).toBe(200);
  });

  test('is none where the creditor bears it: price and paper of a new schedule say 0 %', async () => {
    const { card, price, text } = await rescheduled(4);
    expect(card.debtorFee).toBeNull();
    expect(card.feeByDebtor).toBe(false);
    expect(price).toMatchObject({ total: 3_600_000, interest: 0, overpaid: 0, fullCost: 0 });
    expect(text).toContain('Полная стоимость кредита по новому графику: 0,000 % годовых');
    expect(text).toContain('не платит ни процентов, ни вознаграждения платформы');
  });

  describe('is counted in what the debtor may pay at once', () => {
    const known = (level: string) =>
      scenario.run('update individuals set identification_level = $2 where id = $1', [scenario.debtorId, level]);
    afterEach(() => known('full'));
    const tooMuch = /15 225,00 ₽ с вознаграждением платформы, а вам можно за один раз не больше 15 000,00 ₽/;

    test('when terms are accepted', async () => {
      await charge(500);
      const { id } = await openBargaining(scenario);
      await offer(scenario, creditor, id, equal(2_900_000, 2));
      await known('none');
      const { status, body } = await accept(scenario, debtor, id);
      expect([status, body.code]).toEqual([409, 'move.illegal']);
      expect(plain(body.message)).toMatch(tooMuch);
    });

    test('when a new schedule is, unless the one in force asks for as much', async () => {
      await charge(500);
      const id = await agreed(scenario, equal(2_900_000, 3));
      await propose(scenario, creditor, id, equal(2_900_000, 2));
      await known('none');
      const { status, body } = await agree(scenario, debtor, id);
      expect([status, body.code]).toEqual([409, 'move.illegal']);
      expect(plain(body.message)).toMatch(tooMuch);
      await known('full');
      const dear = await agreed(scenario, { kind: 'at_once', amount: 3_600_000, firstDate });
      await propose(scenario, creditor, dear, equal(3_600_000, 2));
      await known('none');
      expect((await agree(scenario, debtor, dear)).status).toBe(200);
    });
  });

  test('does not grow by a new schedule of more payments', async () => {
    await charge(100, 10_000);
    const id = await agreed(scenario, equal(3_600_000, 3));
    const more = await propose(scenario, creditor, id, equal(3_600_000, 12));
    expect(more.status, more.text).toBe(400);
    expect(plain(more.body.fields['plan.amount'])).toMatch(/^Комиссия площадки по новому графику больше прежней на/);
    expect((await propose(scenario, creditor, id, equal(3_600_000, 2))).status).toBe(200);
  });
});
