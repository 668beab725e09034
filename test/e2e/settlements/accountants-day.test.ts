import { resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatDay } from '#domain/values/days.ts';
import type { Client } from '#test/helpers/client.ts';
import { endAgo, invoicedTariff, invoicing, monthAgo, tenthAgo, today } from '#test/invoices/helpers/invoicing.ts';
import { numbers, openPayouts } from '#test/payments/helpers/payouts.ts';
import { press } from '../helpers/acts.ts';
import { openBrowser, type Visitor, visit } from '../helpers/browser.ts';
import { flawsOf } from '../helpers/looks.ts';

const scenario = await openPayouts({ webFolder: resolve(process.env['WEB_DIST'] ?? 'dist/web') });
const { testApp, head, company, platformAccountant, owe, useAccount, last, broken } = scenario;
const { charge, tellIssuer, expectTotals } = invoicing(scenario, platformAccountant);
/** How many days ago the last month ended. */
const sinceEnd = Number(today.slice(8));

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
  testApp.app.config.publicUrl = testApp.url;
  await invoicedTariff(scenario);
  await useAccount(numbers[0]);
  // So much is never owed: the accountant pays by hand.
  const rule = await head.put(`/api/legal-entities/${company}/payout-rule`, {
    every: 'month',
    least: 100_000_000,
    version: null,
  });
  expect(rule.status, rule.text).toBe(200);
});
afterAll(() => browser.close());

async function enter(client: Client, path: string): Promise<Visitor> {
  const visitor = await visit(browser, testApp);
  const cookies = [...client.cookies].map(([name, value]) => ({ name, value, url: testApp.url, httpOnly: true }));
  await visitor.page.context().addCookies(cookies);
  await visitor.page.goto(path);
  return visitor;
}

test('the last day of a month: closed, what failed done again, the invoice out, the creditor paid, the month closed', {
  timeout: 180_000,
}, async () => {
  await charge(1_000_000, tenthAgo(1));
  await owe();
  await scenario.openSince(sinceEnd);
  const { page, leave } = await enter(platformAccountant, '/close-day');
  await page.getByRole('heading', { name: formatDay(endAgo(1)) }).waitFor();
  await press(page, 'Закрыть день');
  await press(page.getByRole('alertdialog'), 'Закрыть день');
  await page.getByRole('heading', { name: formatDay(today) }).waitFor();

  // Nobody has told who issues: the invoice waits, the day is sealed all the same.
  await page.reload();
  await page.getByText('Не заполнены реквизиты для счетов').waitFor();
  expect(await flawsOf(page)).toEqual([]);
  const retry = page.getByRole('button', { name: /^Повторить: / });
  await retry.click();
  await page.getByText('Снова не получилось').waitFor();
  await tellIssuer();
  await retry.click();
  await page.getByText('Разбирать нечего').waitFor();
  await press(page, 'Месяц раньше');
  await page.getByRole('button', { name: new RegExp(`^${Number(endAgo(1).slice(8))} .+: Запечатан$`) }).click();
  await page.getByText('Печать: ').waitFor();
  await press(page, 'Проверить печать');
  await page.getByText('Печать сходится').waitFor();

  await page.goto('/dashboard/invoices');
  await page.getByRole('row', { name: /500,00/ }).click();
  await page.getByRole('button', { name: 'Счёт на оплату', exact: true }).waitFor();
  expect(await flawsOf(page)).toEqual([]);

  await page.goto(`/legal-entity-${company}?tab=money`);
  await press(page, 'Выплатить сейчас');
  await press(page.getByRole('alertdialog'), 'Выплатить сейчас');
  await page.getByText('Выплата создана').waitFor();
  await expect.poll(async () => (await last()).status).toBe('succeeded');
  await page.getByRole('link', { name: 'Все выплаты' }).click();
  await page
    .getByRole('row', { name: /30 000,00/ })
    .getByText('Выплачена')
    .waitFor();

  await page.goto('/ledger');
  const months = page.getByRole('table', { name: 'Месяцы' });
  await months.getByRole('button', { name: /^Закрыть месяц/ }).click();
  await press(page.getByRole('alertdialog'), 'Закрыть месяц');
  await months.getByText('Ждёт второго человека').waitFor();
  const second = await enter(scenario.operator, '/ledger');
  await press(second.page, 'Утвердить');
  await press(second.page.getByRole('alertdialog'), 'Утвердить');
  await second.page.getByRole('table', { name: 'Месяцы' }).getByText('Закрыт', { exact: true }).waitFor();
  await page.reload();
  await months.getByText('Закрыт', { exact: true }).waitFor();
  expect(await flawsOf(page)).toEqual([]);

  expect((await platformAccountant.get('/api/invoices')).body.items).toMatchObject([
    { month: monthAgo(1), amount: 50_000, status: 'issued' },
  ]);
  await expectTotals();
  expect(await broken()).toEqual([]);
  await Promise.all([leave(), second.leave()]);
});
