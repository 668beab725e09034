import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, formatDay } from '#domain/values/days.ts';
import type { Client } from '#test/helpers/client.ts';
import { issuerDetails } from '#test/helpers/invoice-facts.ts';
import { invoicedTariff, invoicing, monthAgo, tenthAgo, today } from '#test/invoices/helpers/invoicing.ts';
import { makeScenario, type Scenario } from '#test/settlements/helpers/scenario.ts';
import { fill, press } from '../helpers/acts.ts';
import { openBrowser, type Visitor, visit } from '../helpers/browser.ts';
import { flawsOf } from '../helpers/looks.ts';

let scenario: Scenario;
let browser: Browser;
let accountant: Client;
beforeAll(async () => {
  const webFolder = resolve(process.env['WEB_DIST'] ?? 'dist/web');
  [scenario, browser] = await Promise.all([makeScenario({}, { webFolder }), openBrowser()]);
  scenario.testApp.app.config.publicUrl = scenario.testApp.url;
  accountant = (await scenario.testApp.operator('accountant')).client;
  await invoicedTariff(scenario);
});
afterAll(async () => {
  await browser.close();
  await scenario.testApp.stop();
});

async function enter(client: Client, path: string, options: BrowserContextOptions = {}): Promise<Visitor> {
  const visitor = await visit(browser, scenario.testApp, options);
  const { url } = scenario.testApp;
  const cookies = [...client.cookies].map(([name, value]) => ({ name, value, url, httpOnly: true }));
  await visitor.page.context().addCookies(cookies);
  await visitor.page.goto(path);
  return visitor;
}

/** The second person agrees to what waits beside what it is about. */
async function approve({ page }: Visitor): Promise<void> {
  await page.reload();
  await press(page, 'Утвердить');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Утвердить' }).click();
  await page.getByRole('button', { name: 'Утвердить' }).waitFor({ state: 'detached' });
}

async function saved(page: Page, button: string): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, button)]);
  return (await readFile(await file.path())).toString('latin1');
}

test('two tell who issues, an accountant issues, cancels, marks as paid; the creditor has the papers', async () => {
  const { charge } = invoicing(scenario, accountant);
  await charge(1_000_000, tenthAgo(2));
  const desk = await enter(accountant, '/dashboard/invoices');
  const second = await enter(scenario.operator, '/dashboard/invoices');
  const { page } = desk;
  const dialog = page.getByRole('dialog');

  await page.getByText('Реквизиты для счетов не заполнены').waitFor();
  await press(page, 'Реквизиты для счетов');
  await fill(dialog, {
    КПП: issuerDetails.kpp,
    Банк: issuerDetails.bankName,
    БИК: issuerDetails.bik,
    'Корр. счёт': issuerDetails.corrAccount,
    'Расчётный счёт': '40702810138000000006',
    'Кто подписывает': issuerDetails.headName,
    Должность: issuerDetails.headPosition,
  });
  await press(dialog, 'Предложить');
  await dialog.getByText('Расчётный счёт не соответствует БИК').waitFor();
  await fill(dialog, { 'Расчётный счёт': issuerDetails.account });
  await press(dialog, 'Предложить');
  await page.getByText('Предложено: решит второй человек').waitFor();
  await approve(second);

  await page.reload();
  await press(page, 'Выставить счёт');
  const { shortName, inn } = (await accountant.get(`/api/legal-entities/${scenario.company}`)).body;
  await fill(dialog, { Компания: `${shortName} · ${inn}` });
  await fill(dialog, { Компания: shortName });
  await press(dialog, 'Выставить счёт');
  await dialog.getByText('Выберите компанию из списка').waitFor();
  // Who types the whole name before the list has come has chosen it all the same.
  await page.route('**/api/legal-entities?*', async (route) => {
    await setTimeout(500);
    await route.continue();
  });
  await fill(dialog, { Компания: `${shortName} · ${inn}` });
  await dialog.getByLabel('Любой день месяца, за который счёт').fill(formatDay(monthAgo(2)));
  await press(dialog, 'Выставить счёт');
  await page.getByText('Счёт выставлен').waitFor();
  await page.getByRole('row', { name: /500,00/ }).click();
  expect(await flawsOf(page)).toEqual([]);
  await press(page, 'Аннулировать');
  await fill(dialog, { Причина: 'Указан не тот договор' });
  await press(dialog, 'Аннулировать');
  await page.getByText('Аннулирован: «Указан не тот договор»').waitFor();
  await press(page, 'Выставить заново');
  await page.getByText('Счёт выставлен').first().waitFor();

  const number = `СЧ-${today.slice(0, 4)}-000002`;
  await page.getByRole('row', { name: new RegExp(number) }).click();
  await press(page, 'Отметить оплату');
  await fill(dialog, { '№ платёжного поручения': '17' });
  await dialog.getByLabel('Когда пришло').fill(formatDay(addDays(today, 1)));
  await press(dialog, 'Предложить отметить');
  await dialog.getByText('Этот день ещё не наступил').waitFor();
  await dialog.getByLabel('Когда пришло').fill(formatDay(today));
  await press(dialog, 'Предложить отметить');
  await page.getByText('Предложено: решит второй человек').first().waitFor();
  await second.page.reload();
  await second.page.getByRole('row', { name: new RegExp(number) }).click();
  await approve(second);
  await second.page.getByText('поручение № 17').waitFor();
  await second.page.getByText('сходится с книгой').waitFor();

  const creditor = await enter(scenario.head, '/dashboard/invoices', { viewport: { width: 390, height: 844 } });
  await creditor.page.getByText(number).first().click();
  expect((await saved(creditor.page, 'Счёт на оплату')).slice(0, 5)).toBe('%PDF-');
  expect((await saved(creditor.page, 'Акт (УПД)')).slice(0, 5)).toBe('%PDF-');
  expect((await saved(creditor.page, 'Реестр сделок таблицей')).slice(0, 2)).toBe('PK');
  expect(await flawsOf(creditor.page)).toEqual([]);
  await creditor.page.goto(`/legal-entity-${scenario.company}?tab=tariff`);
  await creditor.page.getByRole('heading', { name: 'Счета' }).waitFor();
  await Promise.all([desk.leave(), second.leave(), creditor.leave()]);
});
