import { resolve } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isDayOffByLaw } from '#domain/values/business-calendar.ts';
import { addDays, type Day, formatDay, moscowDay, toDay } from '#domain/values/days.ts';
import type { Client } from '#test/helpers/client.ts';
import { debtorOf, lump, offer, openBargaining } from '#test/settlements/helpers/bargaining.ts';
import { makeScenario, type Scenario } from '#test/settlements/helpers/scenario.ts';
import { fill, heading, press } from '../helpers/acts.ts';
import { openBrowser, type Visitor, visit } from '../helpers/browser.ts';
import { devices, flawsOf } from '../helpers/looks.ts';

let scenario: Scenario;
let browser: Browser;
let second: Client;
beforeAll(async () => {
  const webFolder = resolve(process.env['WEB_DIST'] ?? 'dist/web');
  [scenario, browser] = await Promise.all([makeScenario({}, { webFolder }), openBrowser()]);
  second = (await scenario.testApp.operator('administrator')).client;
  // Something that is open, for a coming row to touch.
  const { id } = await openBargaining(scenario);
  expect((await offer(scenario, debtorOf(scenario), id, lump(3_000_000))).status).toBe(200);
});
afterAll(async () => {
  await browser.close();
  await scenario.testApp.stop();
});

const today = moscowDay(new Date());
const year = Number(today.slice(0, 4));
/** The first working day of February: one on which a day off may be given. */
function workedIn(of: number): Day {
  let day = toDay(`${of}-02-01`);
  while (isDayOffByLaw(day)) day = addDays(day, 1);
  return day;
}
const law = 'Решение для проверки от 01.11.2026 № 1';
const link = 'https://example.org/1';
const touchesOffer = 'Заденет то, что открыто сейчас: 1 предложение.';

describe.each(devices)('on a $device', ({ device, width, height }) => {
  const isPhone = device === 'phone';
  /** From a phone axe looks at the desk as well, and what is filled in is the same on both. */
  const flawsHere = async (page: Page): Promise<string[]> => (isPhone ? flawsOf(page) : []);

  async function enter(client: Client, path: string, viewport = { width, height }): Promise<Visitor> {
    const visitor = await visit(browser, scenario.testApp, { viewport });
    const { url } = scenario.testApp;
    await visitor.page
      .context()
      .addCookies([...client.cookies].map(([name, value]) => ({ name, value, url, httpOnly: true })));
    await visitor.page.goto(path);
    return visitor;
  }

  /** The dialog of the page with a kind of rows chosen in it. */
  async function open(page: Page, kind: string): Promise<Locator> {
    await press(page, 'Предложить строку');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Что меняется', { exact: true }).selectOption({ label: kind });
    return dialog;
  }

  /** The second person says yes to what has just been proposed, at his desk. */
  async function approve(what: RegExp, words: string): Promise<void> {
    const visitor = await enter(second, '/approvals?filter[status][]=pending', { width: 1280, height: 800 });
    const { page } = visitor;
    await page.getByRole('row', { name: what }).first().click();
    await page.getByText(words).first().waitFor();
    await press(page, 'Утвердить');
    await page.getByText('Решение утверждено').waitFor();
    await visitor.leave();
  }

  /** What is wrong at a field is what its error says, and the field is told to be wrong. */
  async function problemAt(dialog: Locator, label: string, words: string): Promise<void> {
    // Of a table each field says that it may be left empty.
    const field = dialog.getByLabel(label);
    const said = async (): Promise<string> => {
      const ids = (await field.getAttribute('aria-describedby'))?.split(' ') ?? [];
      const texts = await Promise.all(ids.map((id) => dialog.locator(`[id="${id}"]`).allInnerTexts()));
      return texts.flat().join(' ').replaceAll('\u00A0', ' ');
    };
    // What was wrong before may still stand there for a moment.
    await expect.poll(said).toContain(words);
    expect(await field.getAttribute('aria-invalid')).toBe('true');
  }

  test('a row is told what is wrong with it at its fields, and is in force once two have agreed', async () => {
    const visitor = await enter(scenario.operator, '/references/rates');
    const { page } = visitor;
    await heading(page, 'Ставки и пределы');
    const dialog = await open(page, 'Предел ПСК');
    const value = 'ПСК в год, процентов';
    const from = 'С какого дня действует';
    await press(dialog, 'Предложить');
    await problemAt(dialog, from, 'Назовите день');
    await problemAt(dialog, value, 'Процент числом: 15,5');
    await problemAt(dialog, 'Закон или решение', 'Назовите закон или решение');
    await problemAt(dialog, 'Ссылка на него', 'Ссылка начинается с https://');
    await fill(dialog, { [from]: formatDay(today), [value]: '1000,01', 'Закон или решение': law });
    await fill(dialog, { 'Ссылка на него': 'example.org' });
    await press(dialog, 'Предложить');
    await problemAt(dialog, value, 'Допустимо 0 % – 1000 %');
    await problemAt(dialog, 'Ссылка на него', 'Ссылка начинается с https://');
    await fill(dialog, { [from]: '31.02.2031' });
    await press(dialog, 'Предложить');
    await problemAt(dialog, from, 'Такого дня нет');

    const begins = formatDay(addDays(today, isPhone ? 40 : 50));
    await fill(dialog, { [from]: begins, [value]: isPhone ? '291' : '290,5', 'Ссылка на него': link });
    const preview = dialog.getByRole('region', { name: 'Что изменится' });
    await preview.getByText(/ПСК в год: 29\d(,5)?\s%\. Было: ПСК в год: 29\d\s%\./).waitFor();
    await preview.getByText(touchesOffer).waitFor();
    expect(await flawsHere(page)).toEqual([]);
    await press(dialog, 'Предложить');
    await page.getByText('Предложено: ждёт второго человека').waitFor();
    await approve(/Предел ПСК/, law);
    await page.reload();
    const row = page.getByRole('row', { name: new RegExp(`Предел ПСК.*${begins}`) });
    await row.getByText('Будущая').waitFor();
    await row.getByText('1 предложение').waitFor();
    await visitor.leave();
  });

  test('a whole table of averages is pasted, a wrong one of them is told at its row', async () => {
    const visitor = await enter(scenario.operator, '/references/rates');
    const { page } = visitor;
    const dialog = await open(page, 'Среднерыночная ПСК Банка России');
    const quarter = dialog.getByLabel('На какой квартал', { exact: true });
    const quarters = await quarter.locator('option').allTextContents();
    // The one that runs comes first: what nobody has typed in time is entered late.
    expect(quarters).toHaveLength(5);
    await quarter.selectOption({ index: isPhone ? 1 : 2 });
    const first = dialog.getByLabel('Микрозаём до 30 дней');
    await first.evaluate((field) => {
      const table = [
        'Микрозаём до 30 дней\t201,5',
        'Микрозаём 31–60 дней\t190',
        'Микрозаём 61–180 дней\t180',
        'Микрозаём 181–365 дней\t170',
        'Микрозаём свыше года\t60',
        'Нецелевой кредит до года\t40,123',
        'Нецелевой кредит свыше года\t35',
        'Кредитная карта\t30 %',
      ].join('\n');
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', table);
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    await expect.poll(() => first.inputValue()).toBe('201,5');
    const card = dialog.getByLabel('Кредитная карта');
    expect(await card.inputValue()).toBe('30');
    await card.fill('тридцать');
    await fill(dialog, { 'Закон или решение': law, 'Ссылка на него': link });
    await press(dialog, 'Предложить');
    await problemAt(dialog, 'Кредитная карта', 'Процент числом: 15,5');
    await card.fill('30,5');
    const preview = dialog.getByRole('region', { name: 'Что изменится' });
    await preview.getByText(/Нецелевой кредит до года.*40,12\s%.*Такой строки ещё нет/).waitFor();
    await preview.getByText(touchesOffer).waitFor();
    expect(await flawsHere(page)).toEqual([]);
    await press(dialog, 'Предложить');
    await page.getByText('Предложено: ждёт второго человека').waitFor();
    await approve(/Среднерыночная ПСК/, 'Кредитная карта');
    await page.reload();
    const rows = page.getByRole('row', { name: /Среднерыночная ПСК Банка России: .*Будущая/ });
    await expect.poll(() => rows.count()).toBe(isPhone ? 8 : 16);
    await visitor.leave();
  });

  test('a calendar is ticked or pasted, and a day that cannot be moved is told', async () => {
    const of = year + (isPhone ? 1 : 2);
    const given = formatDay(workedIn(of));
    const visitor = await enter(scenario.operator, '/references/rates');
    const { page } = visitor;
    const dialog = await open(page, 'Производственный календарь');
    await dialog.getByLabel('На какой год', { exact: true }).selectOption({ label: `${of} год` });
    const moves = dialog.getByLabel('Перенесённые выходные', { exact: true });
    await moves.fill(`с 2 января на 99 мая`);
    await fill(dialog, { 'Закон или решение': law, 'Ссылка на него': link });
    await press(dialog, 'Предложить');
    await problemAt(dialog, 'Перенесённые выходные', 'Не понято: «с 2 января на 99 мая»');
    if (isPhone) {
      await moves.fill('');
      await dialog.getByText(`Отметить в календаре ${of} года`).click();
      await press(dialog, '2 января, выходной');
      await dialog.getByText(`02.01.${of} переносится: на какой рабочий день?`).waitFor();
      await press(dialog, `${Number(given.slice(0, 2))} февраля, рабочий`);
      await expect.poll(() => moves.inputValue()).toBe(`02.01.${of} на ${given}`);
    } else {
      await moves.fill(`Перенести в ${of} году следующие выходные дни:\nс 2 января на ${given};`);
    }
    const preview = dialog.getByRole('region', { name: 'Что изменится' });
    await preview.getByText(`Перенесённые выходные: 02.01.${of} на ${given}.`).waitFor();
    await preview.getByText(touchesOffer).waitFor();
    expect(await flawsHere(page)).toEqual([]);
    await press(dialog, 'Предложить');
    await page.getByText('Предложено: ждёт второго человека').waitFor();
    await approve(/Производственный календарь/, `02.01.${of} на ${given}`);
    await page.reload();
    await page
      .getByRole('row', { name: new RegExp(`Производственный календарь.*01\\.01\\.${of}`) })
      .getByText('Будущая')
      .waitFor();
    await visitor.leave();
  });
});
