import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '#test/helpers/client.ts';
import { debtorOf, lump, offer, openBargaining } from '#test/settlements/helpers/bargaining.ts';
import { makeScenario, type Scenario } from '#test/settlements/helpers/scenario.ts';
import { openBrowser, visit } from '../helpers/browser.ts';
import { flawsOf } from '../helpers/looks.ts';

let scenario: Scenario;
let browser: Browser;
beforeAll(async () => {
  [scenario, browser] = await Promise.all([makeScenario(), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await scenario.testApp.stop();
});

async function enter(client: Client, path: string, options: BrowserContextOptions = {}) {
  const { page } = await visit(browser, scenario.testApp, options);
  const { url } = scenario.testApp;
  await page.context().addCookies([...client.cookies].map(([name, value]) => ({ name, value, url, httpOnly: true })));
  await page.goto(path);
  return page;
}

test('an operator reads a form of documents with its placeholders in words; the list of references leads there', async () => {
  const page = await enter(scenario.operator, '/references/debt-structure');
  const references = page.getByRole('navigation', { name: 'Справочники' });
  await references.getByRole('link', { name: 'Категории физлиц' }).waitFor();
  await references.getByRole('link', { name: 'Формы документов' }).click();
  await page
    .getByRole('link', { name: 'Соглашение о погашении задолженности' })
    .or(page.getByText('Соглашение о погашении задолженности'))
    .first()
    .click();
  const text = page.getByRole('region', { name: 'Текст' });
  await text.getByText('дата предложения').first().waitFor();
  await text.getByText('Если: уступка').waitFor();
  await page.getByText('Документов по этой форме пока нет').waitFor();
  expect(await flawsOf(page)).toEqual([]);
});

test('an operator draws a preview of the terms on the table; whoever keeps no forms has no such button', async () => {
  const { id } = await openBargaining(scenario);
  await offer(scenario, debtorOf(scenario), id, lump(3_000_000));
  const page = await enter(scenario.operator, `/settlement-${id}`);
  await page.getByRole('button', { name: 'Предпросмотр документа' }).click();
  await page.getByLabel('Форма').waitFor();
  expect(await flawsOf(page)).toEqual([]);
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Скачать предпросмотр' }).click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/Предпросмотр.*Соглашение о погашении задолженности\.pdf$/);
  const observer = await enter((await scenario.testApp.operator('observer')).client, `/settlement-${id}`);
  await observer.getByRole('heading', { level: 1 }).waitFor();
  expect(await observer.getByRole('button', { name: 'Предпросмотр документа' }).count()).toBe(0);
});
