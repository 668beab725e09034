import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '#test/helpers/client.ts';
import { numbers, openPayouts } from '#test/payments/helpers/payouts.ts';
import { fill, press } from '../helpers/acts.ts';
import { openBrowser, type Visitor, visit } from '../helpers/browser.ts';
import { flawsOf } from '../helpers/looks.ts';

const scenario = await openPayouts({ webFolder: resolve(process.env['WEB_DIST'] ?? 'dist/web') });
const { testApp, head, platformAccountant, company, owe, useAccount, last } = scenario;
const moneyOf = `/legal-entity-${company}?tab=money`;
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
  testApp.app.config.publicUrl = testApp.url;
  await useAccount(numbers[0]);
});
afterAll(() => browser.close());

async function enter(client: Client, path: string, options: BrowserContextOptions = {}): Promise<Visitor> {
  const visitor = await visit(browser, testApp, options);
  const cookies = [...client.cookies].map(([name, value]) => ({ name, value, url: testApp.url, httpOnly: true }));
  await visitor.page.context().addCookies(cookies);
  await visitor.page.goto(path);
  return visitor;
}

async function saved(page: Page, button: string): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, button)]);
  return (await readFile(await file.path())).toString('latin1');
}

test('a creditor sets when he is paid, and has the report of the agent on his phone', async () => {
  await owe();
  const { page, leave } = await enter(head, moneyOf, { viewport: { width: 390, height: 844 } });
  await page.getByText('Можно выплатить').waitFor();
  await page.getByText('30 000,00 ₽').first().waitFor();
  await press(page, 'Изменить порядок выплат');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Когда').selectOption({ label: 'По понедельникам' });
  await fill(dialog, { 'С какой суммы, ₽': '0,50' });
  await press(dialog, 'Сохранить');
  await dialog.getByText('Не меньше 1 ₽').waitFor();
  await fill(dialog, { 'С какой суммы, ₽': '500' });
  await press(dialog, 'Сохранить');
  await page.getByText('Порядок выплат изменён').waitFor();
  await page.getByText('По понедельникам').waitFor();
  await page.getByText('Получено от заёмщиков').waitFor();
  expect((await saved(page, 'Скачать отчёт')).slice(0, 5)).toBe('%PDF-');
  expect((await saved(page, 'Скачать движения таблицей')).slice(0, 2)).toBe('PK');
  expect(await flawsOf(page)).toEqual([]);
  await leave();
});

test('an accountant pays what he is shown, two pay a large sum, and the creditor sees it', async () => {
  await scenario.run(`update settings set kept = kept || '{"payoutAlone": 100}'`);
  const desk = await enter(platformAccountant, moneyOf);
  await press(desk.page, 'Выплатить сейчас');
  const question = desk.page.getByRole('alertdialog');
  await question.getByText(/Выплатить 30\s000,00\s₽.*ООО «Альфа», ИНН 7707083893, Сбербанк, ••••\s0005/).waitFor();
  await question.getByRole('button', { name: 'Выплатить сейчас' }).click();
  await desk.page.getByText('Выплата создана').waitFor();
  await desk.page.getByRole('link', { name: 'Все выплаты' }).click();
  const row = desk.page.getByRole('row', { name: /30 000,00/ });
  await row.getByText('Ждёт решения').waitFor();
  await row.click();
  await desk.page.getByText('Получатель: ООО «Альфа», ИНН 7707083893').waitFor();
  await press(desk.page, 'Предложить второму человеку');
  await desk.page.getByText('Предложено: решит второй человек').waitFor();
  expect(await flawsOf(desk.page)).toEqual([]);

  const { id } = await last();
  const second = await enter(scenario.operator, `/dashboard/payouts?preview=${id}`);
  await press(second.page, 'Утвердить');
  await second.page.getByRole('alertdialog').getByRole('button', { name: 'Утвердить' }).click();
  await expect.poll(async () => (await last()).status).toBe('succeeded');

  const creditor = await enter(head, moneyOf);
  await creditor.page.getByText('Выплата кредитору').waitFor();
  await creditor.page.getByText('Выплачено кредитору').waitFor();
  expect(await flawsOf(creditor.page)).toEqual([]);
  await Promise.all([desk.leave(), second.leave(), creditor.leave()]);
});
