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
const { testApp, head, company, owe, useAccount } = scenario;
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
  const { page, leave } = await enter(head, `/legal-entity-${company}?tab=money`, {
    viewport: { width: 390, height: 844 },
  });
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
