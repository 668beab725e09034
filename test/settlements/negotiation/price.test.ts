import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addMonths, moscowDay } from '#domain/values/days.ts';
import { runDeadlines } from '#server/platform/state/deadlines.ts';
import { MOSCOW_TODAY } from '#test/helpers/moscow-today.ts';
import { agree, agreed, propose } from '../helpers/addenda.ts';
import { accept, creditorOf, debtorOf, offer, openBargaining, type Party } from '../helpers/bargaining.ts';
import { asKind, makeScenario, type Scenario } from '../helpers/scenario.ts';

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
const annuity = (amount: number, rateBps: number, payments = 24) => ({
  kind: 'annuity',
  amount,
  rateBps,
  payments,
  firstDate,
  downPayment: 0,
});
const equal = (amount: number, payments: number) => ({ kind: 'equal', amount, payments, firstDate, downPayment: 0 });
const plain = (text: string) => text.replaceAll('\u00A0', ' ');

/** What is said at the rate of an offer that is refused; null where it is made. */
async function refused(party: Party, plan: object, claim: Parameters<typeof openBargaining>[1] = {}) {
  const { id } = await openBargaining(scenario, claim);
  const { status, body } = await offer(scenario, party, id, plan);
  return status === 200 ? null : plain(body.fields['plan.rateBps']);
}

describe('an offer dearer than the law allows', () => {
  test('is refused with the figure and the law: 500 % over 24 months by a bank, and by its debtor', async () => {
    const said = 'Ставка — 500 % годовых; закон разрешает не больше 292 % (353-ФЗ, ст. 6, ч. 11)';
    const claim = { penalty: 26_671, courtCost: 79_835 };
    expect(await refused(creditor, annuity(3_500_000, 50_000), claim)).toBe(said);
    expect(await refused(debtor, annuity(3_500_000, 50_000), claim)).toBe(said);
  });

  test('of a buyer of debts is one above the contract that he has bought', () =>
    asKind(scenario, 'ПКО', async () => {
      const ofUnknown = { rate: null };
      expect(await refused(creditor, annuity(3_500_000, 1800), ofUnknown)).toMatch(
        /^Ставка договора неизвестна, а новый/,
      );
      // What is known to be too dear is told before what is unknown.
      expect(await refused(creditor, annuity(3_500_000, 50_000), ofUnknown)).toMatch(/^Ставка — 500 % .* 292 %/);
      expect(await refused(creditor, annuity(3_500_000, 1801), { rate: 1800 })).toMatch(
        /^Не больше ставки договора, 18 % годовых/,
      );
      expect(await refused(creditor, annuity(3_500_000, 1800), { rate: 1800 })).toBeNull();
      // On principal with penalty and court fee, as it was tried first.
      const claim = { penalty: 26_671, courtCost: 79_835, rate: 1800 };
      expect(await refused(creditor, annuity(3_606_506, 50_000), claim)).toMatch(/^Не больше ставки договора, 18 %/);
      expect(await refused(creditor, annuity(3_606_506, 1800), claim)).toBeNull();
    }));

  test('of a company that does not lend is any with interest', () =>
    asKind(scenario, 'Связь', async () => {
      expect(await refused(creditor, annuity(3_500_000, 1))).toMatch(/не выдаёт займов/);
    }));

  test('of a loan of a year at most is any with interest, as no registry tells what has been paid', async () => {
    const claim = { contractEnd: '2025-05-01', issuedAmount: 3_500_000 };
    expect(await refused(creditor, annuity(3_500_000, 1000), claim)).toMatch(/уже уплачено\. .* ч\. 24\)$/);
    expect(await refused(creditor, equal(3_500_000, 24), claim)).toBeNull();
  });

  test('is not the dearest that the law allows', async () => {
    // With the penalty, which bears no interest, so that the rate alone decides.
    expect(await refused(creditor, annuity(4_000_000, 29_200, 12))).toBeNull();
    expect(await refused(creditor, annuity(4_000_000, 29_201, 12))).toMatch(/^Ставка — 292,01 % .* 292 %/);
  });

  test('is not concluded either: the law is asked on the day of the agreement', async () => {
    const { id } = await openBargaining(scenario);
    await offer(scenario, debtor, id, annuity(3_500_000, 1000));
    const { status, body } = await asKind(scenario, 'ЖКХ', () => accept(scenario, creditor, id));
    expect([status, body.code]).toEqual([409, 'move.illegal']);
    expect(body.message).toContain('не выдаёт займов');
    expect((await accept(scenario, creditor, id)).status).toBe(200);
  });
});

describe('while nobody has entered the average of the quarter', () => {
  const claim = { contractKind: 'card', rate: 2000 };
  test('interest is no more than by the contract, for both sides; none where its rate is not known', async () => {
    const said = 'Не больше ставки договора, 20 % годовых: среднее Банка России за этот квартал («Кредитная карта»)';
    for (const party of [creditor, debtor]) {
      expect(await refused(party, annuity(3_500_000, 2001), claim)).toContain(said);
      expect(await refused(party, annuity(3_500_000, 2000), claim)).toBeNull();
      const unknown = await refused(party, annuity(3_500_000, 1), { ...claim, rate: null });
      expect(unknown).toMatch(/^Ставка договора неизвестна, и среднее Банка России/);
    }
    expect(await refused(creditor, equal(3_500_000, 12), { ...claim, rate: null })).toBeNull();
  });

  test('a suspension by the Bank is a row of its own: then the ceiling of all credits holds', async () => {
    await scenario.run(
      `insert into dated_rates (kind, key, valid_from, value, source, approved)
       values ('fullCostSuspension', 'card', date_trunc('quarter', ${MOSCOW_TODAY}), '{"suspended": 1}', 'Строка для проверки', true)`,
    );
    try {
      expect(await refused(creditor, annuity(3_500_000, 2001), claim)).toBeNull();
      expect(await refused(creditor, annuity(3_500_000, 29_201), claim)).toContain('не больше 292 %');
    } finally {
      await scenario.run(`delete from dated_rates where source = 'Строка для проверки'`);
    }
  });
});

test('an average of the Bank of Russia is compared with as soon as it stands for the quarter and the category', async () => {
  const claim = { contractKind: 'card' };
  const dear = annuity(3_500_000, 5000, 12);
  const enter = (from: string) =>
    scenario.run(
      `insert into dated_rates (kind, key, valid_from, value, source, approved) values ('fullCostAverage', 'card', ${from}, '{"rateBps": 3000}', 'Среднее для проверки', true)`,
    );
  expect(await refused(creditor, dear, claim)).toBeNull();
  try {
    // That of the quarter before does not hold any more.
    await enter(`date_trunc('quarter', ${MOSCOW_TODAY}) - interval '3 months'`);
    expect(await refused(creditor, dear, claim)).toBeNull();
    await enter(`date_trunc('quarter', ${MOSCOW_TODAY})`);
    expect(await refused(creditor, dear, claim)).toBe(
      'Ставка — 50 % годовых; закон разрешает не больше 40 % (353-ФЗ, ст. 6, ч. 11: на треть больше среднего за квартал, «Кредитная карта»)',
    );
    expect(await refused(creditor, annuity(3_500_000, 4000, 12), claim)).toBeNull();
    expect(await refused(creditor, dear, { contractKind: 'consumer' })).toBeNull();
  } finally {
    await scenario.run(`delete from dated_rates where source = 'Среднее для проверки'`);
  }
});

test('a new schedule is accepted at the price at which it was proposed: what was earned before is none of it', async () => {
  const { id } = await openBargaining(scenario, { contractKind: 'card' });
  await offer(scenario, debtor, id, annuity(3_500_000, 2400, 6));
  expect((await accept(scenario, creditor, id)).status).toBe(200);
  await scenario.run(`update schedule_items set due_date = ${MOSCOW_TODAY} - 3 where settlement_id = $1 and no <= 4`, [
    id,
  ]);
  await scenario.run(
    `insert into dated_rates (kind, key, valid_from, value, source, approved) values
      ('fullCostAverage', 'card', date_trunc('quarter', ${MOSCOW_TODAY}), '{"rateBps": 3000}', 'Среднее для проверки', true)`,
  );
  try {
    const proposed = await propose(scenario, debtor, id, annuity(3_500_000, 600, 2));
    expect(proposed.status, proposed.text).toBe(200);
    const signed = await agree(scenario, creditor, id);
    expect(signed.status, signed.text).toBe(200);
  } finally {
    await scenario.run(`delete from dated_rates where source = 'Среднее для проверки'`);
  }
});

test('interest grows on the principal alone, and the card tells the price of each offer', async () => {
  const { id } = await openBargaining(scenario);
  // 35 000,00 of principal and 5 000,00 of penalty.
  const whole = (await offer(scenario, creditor, id, annuity(4_000_000, 2400, 12))).body.offers[0];
  const { id: other } = await openBargaining(scenario, { penalty: 0 });
  const alone = (await offer(scenario, creditor, other, annuity(3_500_000, 2400, 12))).body.offers[0];
  expect(whole.price.interest).toBe(alone.price.interest);
  expect(whole.price).toMatchObject({ total: 4_000_000 + alone.price.interest, rateBps: 2400 });
  expect(whole.price.fullCost).toBeGreaterThan(18_000);
  const less = (await offer(scenario, debtor, id, equal(3_800_000, 12))).body.offers[0];
  expect(less).toMatchObject({ price: { total: 3_800_000, interest: 0, fullCost: 0 }, forgiven: 200_000 });
  expect(less.forgivenParts).toEqual([{ code: 'penalty', amount: 200_000 }]);
});

describe('no worsening', () => {
  test('is judged by all that is paid: interest makes a smaller sum dearer', async () => {
    const { id } = await openBargaining(scenario);
    await offer(scenario, creditor, id, equal(3_600_000, 12));
    await offer(scenario, debtor, id, equal(2_000_000, 12));
    const { status, body } = await offer(scenario, creditor, id, annuity(3_500_000, 2400, 24));
    expect(status).toBe(400);
    expect(plain(body.fields['plan.amount'])).toBe('Не больше вашего прошлого предложения: всего 36 000,00 ₽');
    expect((await offer(scenario, creditor, id, annuity(3_300_000, 1000, 12))).status).toBe(200);
  });

  test('of as many payments on the same days no one is larger', async () => {
    const { id } = await openBargaining(scenario);
    const by = (...amounts: number[]) => ({
      kind: 'custom',
      amount: amounts.reduce((sum, amount) => sum + amount),
      parts: amounts.map((amount, index) => ({ date: addMonths(firstDate, index), amount })),
    });
    await offer(scenario, creditor, id, by(1_000_000, 2_600_000));
    await offer(scenario, debtor, id, equal(2_000_000, 12));
    const { body } = await offer(scenario, creditor, id, by(1_200_000, 2_300_000));
    expect(plain(body.fields['plan.amount'])).toMatch(/^Платёж 1: не больше вашего прошлого предложения, 10 000,00 ₽$/);
    expect((await offer(scenario, creditor, id, by(900_000, 2_600_000))).status).toBe(200);
  });
});

describe('an agreement of before', () => {
  const listed = async (price: string) =>
    (await scenario.operator.get(`/api/loans?filter[price][]=${price}&limit=100`)).body.items as {
      id: number;
      priceStanding: string;
      priceProblem: string;
    }[];
  /** The agreement as if nobody had ever asked for its price, then looked at by the clock. */
  async function judged(id: number): Promise<void> {
    await scenario.run('update settlements set price_standing = null, price_problem = null where id = $1', [id]);
    await runDeadlines(scenario.testApp.app);
  }
  /** A ceiling that stood on the day of the agreement and was not asked for then. */
  async function underCeiling<T>(rateBps: number, work: () => Promise<T>): Promise<T> {
    await scenario.run(
      `insert into dated_rates (kind, key, valid_from, value, source, approved) values ('fullCostCeiling', '', ${MOSCOW_TODAY} - 30, $1, 'Строка для проверки', true)`,
      [JSON.stringify({ rateBps })],
    );
    try {
      return await work();
    } finally {
      await scenario.run(`delete from dated_rates where source = 'Строка для проверки'`);
    }
  }

  test('that is dearer than the law of its day is listed for operators with the figure, and no new schedule raises it', async () => {
    const id = await agreed(scenario, annuity(3_500_000, 1000, 12));
    const cheap = await agreed(scenario, annuity(3_500_000, 400, 12));
    const free = await agreed(scenario, equal(3_500_000, 12));
    expect((await scenario.operator.get(`/api/loans/${id}`)).body.priceStanding).toBe('within');
    await underCeiling(500, async () => {
      await judged(id);
      await judged(cheap);
      expect(await listed('above')).toMatchObject([{ id, priceStanding: 'above' }]);
      const [dear] = await listed('above');
      expect(plain(dear!.priceProblem)).toBe(
        'Ставка — 10 % годовых; закон разрешает не больше 5 % (353-ФЗ, ст. 6, ч. 11)',
      );
      const { body } = await propose(scenario, creditor, id, annuity(3_500_000, 1000, 24));
      expect(plain(body.fields['plan.rateBps'])).toContain('10 % годовых; закон разрешает не больше 5 %');
    });
    expect((await scenario.operator.get(`/api/loans/${cheap}`)).body).toMatchObject({
      priceStanding: 'within',
      priceProblem: null,
    });
    expect((await scenario.operator.get(`/api/loans/${free}`)).body.priceStanding).toBeNull();
    const sheet = await scenario.operator.get('/api/loans/exports/excel?columns[]=number&columns[]=priceProblem');
    expect(sheet.status).toBe(200);
  });

  test('that has a schedule without interest by now is judged by what was signed first', async () => {
    const id = await agreed(scenario, annuity(3_500_000, 1000, 12));
    expect((await propose(scenario, debtor, id, equal(3_500_000, 12))).status).toBe(200);
    expect((await agree(scenario, creditor, id)).status).toBe(200);
    await underCeiling(500, async () => {
      // As the migration leaves it that has such prices asked anew.
      await scenario.run(`update settlements set price_standing = null, price_problem = 'Заново' where id = $1`, [id]);
      await runDeadlines(scenario.testApp.app);
    });
    const { body } = await scenario.operator.get(`/api/loans/${id}`);
    expect(body).toMatchObject({ planKind: 'equal', priceStanding: 'above' });
    expect(plain(body.priceProblem)).toContain('10 % годовых; закон разрешает не больше 5 %');
  });

  test('of which too little is known is listed as such', async () => {
    const id = await agreed(scenario, annuity(3_500_000, 1000, 12));
    await scenario.run(
      'update registry_entries set rate = null where id = (select registry_entry_id from settlements where id = $1)',
      [id],
    );
    await asKind(scenario, 'ПКО', async () => {
      // Signed in the very millisecond in which the company became what it is.
      await scenario.run(
        `update settlements set signed_at = (select date_trunc('milliseconds', max(at)) from audit_log
           where object_type = 'legal_entities' and object_id = $2) where id = $1`,
        [id, scenario.company],
      );
      await judged(id);
    });
    const found = (await listed('unknown')).find((row) => row.id === id);
    expect(found?.priceProblem).toBe(
      'Ставка договора неизвестна, а новый кредитор не берёт больше прежнего (ст. 384 ГК РФ)',
    );
  });

  test('is judged by what was known on its day, whatever the claim and the creditor have become since', async () => {
    const id = await agreed(scenario, annuity(3_500_000, 1000, 12));
    const standing = async () =>
      (await scenario.run('select price_standing as "is" from settlements where id = $1', [id]))[0]!['is'];
    const change = (set: string) =>
      scenario.run(
        `update registry_entries set ${set} where id = (select registry_entry_id from settlements where id = $1)`,
        [id],
      );
    // A loan of a bank over years becomes, long after, another's, a short one, one for services.
    await change(`contract_end = contract_date + 30, issued_amount = 1000, contract_kind = 'utilities'`);
    await change('contract_end = null, issued_amount = null');
    await asKind(scenario, 'ПКО', () => judged(id));
    expect(await standing()).toBe('within');
    await scenario.run('update settlements set signed_at = clock_timestamp() where id = $1', [id]);
    await judged(id);
    expect(await standing()).toBe('above');
  });

  test('of whatever price is not made dearer by a new schedule: refused with the figure, also when it is accepted', async () => {
    const id = await agreed(scenario, annuity(3_500_000, 1000, 12));
    const { body } = await propose(scenario, debtor, id, annuity(3_500_000, 1000, 24));
    expect(plain(body.fields['plan.rateBps'])).toMatch(
      /^По новому графику остаётся заплатить 38 76\d,\d\d ₽, на 1 83\d,\d\d ₽ больше прежних 36 92\d,\d\d ₽: новый график не делает соглашение дороже/,
    );
    expect((await propose(scenario, debtor, id, annuity(3_500_000, 500, 24))).status).toBe(200);
    // A proposal of before this rule: what is left by the schedule in force is less than it asks for.
    const rows = await scenario.run('select id, interest from schedule_items where settlement_id = $1', [id]);
    const setInterest = async (found: typeof rows) => {
      await scenario.run('alter table schedule_items disable trigger user');
      for (const row of found) {
        await scenario.run('update schedule_items set interest = $2, amount = principal + $2 where id = $1', [
          row['id'],
          row['interest'],
        ]);
      }
      await scenario.run('alter table schedule_items enable trigger user');
    };
    await setInterest(rows.map((row) => ({ ...row, interest: 0 })));
    const { status, body: late } = await agree(scenario, creditor, id);
    await setInterest(rows);
    expect([status, late.code]).toEqual([409, 'move.illegal']);
    expect(late.message).toContain('новый график не делает соглашение дороже');
  });
});
