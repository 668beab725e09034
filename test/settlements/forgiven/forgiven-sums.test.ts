import { describe, expect, test } from 'vitest';
import { incomeReportDay } from '#domain/settlements/forgiven-sum.ts';
import { addDays, moscowDay } from '#domain/values/days.ts';
import { readWorkbook, valuesOf } from '../../helpers/files/workbook.ts';
import { cookiesOf } from '../../lists/helpers/downloads.ts';
import { agree, openPaymentScenario, payFully, seenSettlement } from '../../payments/helpers/scenario.ts';
import { bandWithPenalty, firstDate, headOf, publish } from '../helpers/bargaining.ts';

const scenario = await openPaymentScenario();
const path = '/api/forgiven-sums';
const today = moscowDay(new Date());
const year = Number(today.slice(0, 4));
const rows = async (query = '', who = scenario.accountant) => (await who.get(`${path}?${query}`)).body.items;

/** The list of this year as the accountant gets it: the row of titles, then the others. */
async function exported(more = '') {
  const response = await fetch(`${scenario.testApp.url}${path}/exports/excel?filter[year][]=${year}${more}`, {
    headers: { cookie: cookiesOf(scenario.accountant) },
  });
  const sheet = readWorkbook(Buffer.from(await response.arrayBuffer()))[0]!;
  const [head, ...others] = valuesOf(sheet);
  return { name: sheet.name, rows: others.map((row) => (title: string) => row[head!.indexOf(title)]) };
}

/** Agrees about 30 000,00 of 40 000,00 and pays: the rest is forgiven. */
async function forgiveTenThousand(): Promise<number> {
  const id = await agree(scenario);
  await payFully(scenario, id, 3_000_000);
  return id;
}

/** As if the agreement had been about a debt of principal alone of which so much was forgiven. */
const makeForgiven = (id: number, forgiven: number) =>
  scenario.run(
    `update settlements set debt = jsonb_build_array(jsonb_build_object('code', 'principal', 'amount', agreed_amount + $2::bigint)),
       discount_amount = $2 where id = $1`,
    [id, forgiven],
  );

describe('sums that agreements have forgiven', () => {
  test('nothing is forgiven before all is paid', async () => {
    await agree(scenario);
    expect((await scenario.accountant.get(path)).body).toMatchObject({ items: [], total: 0 });
  });

  test('a paid agreement stands in its year, by parts, with the tax of that year and the day of the report', async () => {
    const id = await agree(scenario);
    await payFully(scenario, id, 3_000_000);
    const [row, ...others] = await rows(`filter[year][]=${year}`);
    const { number, taxNote } = await seenSettlement(scenario, id);
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      settlementId: id,
      number,
      status: 'paid',
      forgivenOn: today,
      forgiven: 1_000_000,
      acknowledged: 1_000_000,
      disputed: 0,
      income: 'may',
      tax: 130_000,
      reportBy: incomeReportDay(today),
    });
    expect(row.parts.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)).toBe(1_000_000);
    expect(taxNote.short).toContain('1\u00a0300,00');
    expect(await rows(`filter[year][]=${year - 1}`)).toEqual([]);
    expect(await rows(`filter[year][]=${year - 1}&filter[year][]=${year}`)).toHaveLength(1);
    // The same stands there when the agreement is closed.
    await scenario.accountant.post(`/api/legal-entities/${scenario.company}/loans/${id}/fulfil`);
    expect(await rows()).toMatchObject([{ settlementId: id, status: 'closed', forgivenOn: today }]);
  });

  test('is read by the head, the accountant and operators who see money, each his own', async () => {
    const stranger = await scenario.testApp.company({ inn: '5003052454', verificationStatus: 'verified' });
    const foreign = await scenario.testApp.employee({ legalEntityId: stranger, role: 'accountant' });
    expect(await rows('', foreign.client)).toEqual([]);
    expect(await rows('', scenario.head)).toHaveLength(1);
    expect(await rows('', scenario.platformAccountant)).toHaveLength(1);
    for (const who of [scenario.manager, scenario.debtor]) expect((await who.get(path)).status).toBe(403);
  });

  test('goes out as a spreadsheet with the same rows, and the audit hears of it', async () => {
    const { name, rows: sheet } = await exported();
    const [cell] = sheet;
    expect(sheet).toHaveLength(1);
    expect([name, ...['Что прощено', 'Прощено всего', 'Из них признано', 'Из них оспорено'].map(cell!)]).toEqual([
      'Прощённые суммы',
      'Скидка по соглашению',
      '10000.00',
      '10000.00',
      '0.00',
    ]);
    expect(cell!('Доход')).toBe('Может быть доходом');
    expect(cell!('Состояние')).toBe('Окончательно');
    const parts = ['Основной долг', 'Проценты', 'Неустойка и штрафы', 'Комиссии'].map((title) => Number(cell!(title)));
    expect(parts.reduce((sum, one) => sum + one, 0)).toBe(10_000);
    const heard = await scenario.run(`select after from audit_log where object_type = 'exports' and after ? 'columns'`);
    expect(JSON.stringify(heard)).toContain('acknowledged');
  });
});

describe('what one creditor has forgiven one person within a year', () => {
  test('is added up: the tax of a later sum begins where the sums before it have ended', async () => {
    const [{ settlementId: first }] = await rows();
    const second = await forgiveTenThousand();
    const both = () => rows(`filter[year][]=${year}`);
    expect(await both()).toMatchObject([
      { settlementId: second, before: 1_000_000, tax: 130_000 },
      { settlementId: first, before: 0, tax: 130_000 },
    ]);
    // 13 % up to 2 400 000,00 of the year and 15 % above: the second sum ends on the step, and a hundred roubles above it.
    await makeForgiven(first, 239_000_000);
    expect((await both())[0]).toMatchObject({ before: 239_000_000, tax: 130_000 });
    await makeForgiven(first, 239_010_000);
    expect((await both())[0]).toMatchObject({ before: 239_010_000, tax: 130_200 });
    await makeForgiven(first, 300_000_000);
    expect(await both()).toMatchObject([
      { before: 300_000_000, tax: 150_000 },
      { before: 0, tax: 40_200_000 },
    ]);
    // What was forgiven the year before is of another year.
    await scenario.run("update settlements set paid_on = paid_on - interval '1 year' where id = $1", [first]);
    expect(await both()).toMatchObject([{ settlementId: second, before: 0, tax: 130_000 }]);
    await scenario.run("update settlements set paid_on = paid_on + interval '1 year' where id = $1", [first]);
  });

  test('is read of each by those who may see it, and another person or creditor adds nothing', async () => {
    const page = (await scenario.accountant.get(`${path}?limit=1`)).body;
    expect(page).toMatchObject({ total: 2, items: [{ before: 300_000_000 }] });
    const [{ settlementId: first }] = (await rows()).filter(({ before }: { before: number }) => before === 0);
    const stranger = await scenario.testApp.company({ inn: '7736050003', verificationStatus: 'verified' });
    await scenario.run('update settlements set legal_entity_id = $2 where id = $1', [first, stranger]);
    expect(await rows()).toMatchObject([{ before: 0, tax: 130_000 }]);
    await scenario.run('update settlements set legal_entity_id = $2 where id = $1', [first, scenario.company]);
    expect(await rows()).toHaveLength(2);
  });

  test('holds penalties that were given up on their day, and the spreadsheet names what each row is', async () => {
    expect((await publish(scenario, [bandWithPenalty], 0)).status).toBe(200);
    const plan = { kind: 'equal', amount: 3_500_000, payments: 3, firstDate, downPayment: 0 };
    const id = await agree(scenario, plan);
    await scenario.run('update schedule_items set due_date = $2 where settlement_id = $1 and no = 1', [
      id,
      addDays(today, -17),
    ]);
    await scenario.run(
      `update settlements set signed_at = signed_at - interval '40 days',
         penalty_terms = jsonb_set(penalty_terms, '{0,since}', to_jsonb($2::text)) where id = $1`,
      [id, addDays(today, -40)],
    );
    const { client, base } = headOf(scenario);
    const waived = await client.post(`${base}/loans/${id}/waive-penalty`);
    expect(waived.status, waived.text).toBe(200);
    const { number } = await seenSettlement(scenario, id);
    const found = await rows(`filter[year][]=${year}`);
    expect(found).toHaveLength(3);
    // 11 666,67 late by 17 days at 0,1 % a day, above the step by what was forgiven before.
    expect(found.find(({ what }: { what: string }) => what === 'penalty')).toMatchObject({
      settlementId: id,
      number,
      forgivenOn: today,
      forgiven: 19_833,
      acknowledged: 19_833,
      disputed: 0,
      income: 'may',
      parts: [{ code: 'penalty', amount: 19_833, disputed: false }],
      before: 301_000_000,
      tax: 3_000,
    });
    expect(found.filter(({ what }: { what: string }) => what === 'discount')).toMatchObject([
      { before: 300_000_000 },
      { before: 0, tax: 40_200_000 },
    ]);
    const { rows: sheet } = await exported();
    expect(sheet.map((cell) => ['Что прощено', 'Неустойка и штрафы', 'Прощено раньше в этом году'].map(cell))).toEqual(
      expect.arrayContaining([['Списанная неустойка', '198.33', '3010000.00']]),
    );
    expect(sheet).toHaveLength(3);
    // Ticked rows go out alone, that of a penalty too.
    const ticked = found.find(({ what }: { what: string }) => what === 'penalty').id;
    expect((await exported(`&ids=${ticked}`)).rows.map((cell) => cell('Что прощено'))).toEqual(['Списанная неустойка']);
  });
});
