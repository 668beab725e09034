import { describe, expect, test } from 'vitest';
import { reportedBy } from '#domain/settlements/forgiven-sum.ts';
import { moscowDay } from '#domain/values/days.ts';
import { readWorkbook, valuesOf } from '../helpers/files/workbook.ts';
import { cookiesOf } from '../lists/exports/downloads.ts';
import { agree, openPaymentScenario, payFully, seenSettlement } from './scenario.ts';

const scenario = await openPaymentScenario();
const path = '/api/forgiven-sums';
const today = moscowDay(new Date());
const year = Number(today.slice(0, 4));
const rows = async (query = '', who = scenario.accountant) => (await who.get(`${path}?${query}`)).body.items;

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
      id,
      number,
      status: 'paid',
      forgivenOn: today,
      forgiven: 1_000_000,
      acknowledged: 1_000_000,
      disputed: 0,
      income: 'may',
      tax: 130_000,
      reportBy: reportedBy(today),
    });
    expect(row.parts.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)).toBe(1_000_000);
    expect(taxNote.short).toContain('1\u00a0300,00');
    expect(await rows(`filter[year][]=${year - 1}`)).toEqual([]);
    expect(await rows(`filter[year][]=${year - 1}&filter[year][]=${year}`)).toHaveLength(1);
    // The same stands there when the agreement is closed.
    await scenario.accountant.post(`/api/legal-entities/${scenario.company}/loans/${id}/fulfil`);
    expect(await rows()).toMatchObject([{ id, status: 'closed', forgivenOn: today }]);
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
    const response = await fetch(`${scenario.testApp.url}${path}/exports/excel?filter[year][]=${year}`, {
      headers: { cookie: cookiesOf(scenario.accountant) },
    });
    const sheet = readWorkbook(Buffer.from(await response.arrayBuffer()))[0]!;
    const [head, row, ...rest] = valuesOf(sheet);
    const cell = (title: string) => row![head!.indexOf(title)];
    expect(rest).toEqual([]);
    expect([sheet.name, cell('Прощено всего'), cell('Из них признано'), cell('Из них оспорено')]).toEqual([
      'Прощённые суммы',
      '10000.00',
      '10000.00',
      '0.00',
    ]);
    expect(cell('Доход')).toBe('Может быть доходом');
    const parts = ['Основной долг', 'Проценты', 'Неустойка и штрафы', 'Комиссии'].map((title) => Number(cell(title)));
    expect(parts.reduce((sum, one) => sum + one, 0)).toBe(10_000);
    const heard = await scenario.run(`select after from audit_log where object_type = 'exports' and after ? 'columns'`);
    expect(JSON.stringify(heard)).toContain('acknowledged');
  });
});
