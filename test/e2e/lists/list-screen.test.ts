import { readFile } from 'node:fs/promises';
import type { Locator, Page, Route } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Signed } from '#test/helpers/boot.ts';
import { readWorkbook, valuesOf } from '#test/helpers/files/workbook.ts';
import { heading, press } from '../helpers/acts.ts';
import { accessibilityFindings, type Visitor } from '../helpers/browser.ts';
import { headings, makePeople, openers, rowsAre, table } from '../helpers/list-people.ts';
import { devices, looksAt } from '../helpers/looks.ts';
import { openScenario } from '../helpers/scenario.ts';

const scenario = openScenario();
const list = '/dashboard/individuals';
let visitor: Visitor;
let page: Page;
let operator: Signed;
beforeAll(async () => {
  operator = await scenario.testApp.operator('administrator');
  await makePeople(scenario.testApp, 300);
});
beforeEach(async () => {
  visitor = await scenario.enter(operator);
  page = visitor.page;
  await heading(page, 'Физлица');
  await rowsAre(page, 50);
});
afterEach(() => visitor.leave());

const query = () => decodeURIComponent(new URL(page.url()).search);
const tab = (name: string) => page.getByRole('group', { name: 'Статус' }).getByRole('button', { name });
const preferences = () => page.evaluate(() => JSON.parse(localStorage.getItem('sortPreferences') ?? 'null'));

test('page 2 of a filtered list', async () => {
  await tab('Активно').click();
  await page.getByText('всего: 120').waitFor();
  await press(page, 'Страница 2');
  await page.getByText('Строки 51–100').waitFor();
  await rowsAre(page, 50);
  expect(query()).toBe('?filter[verificationStatus][]=verified&page=2');
  const statuses = await table(page).getByText('Активно', { exact: true }).count();
  expect(statuses).toBe(50);
});

test('a page beyond the last one says so, and the way back is there', async () => {
  await page.goto(`${list}?page=9`);
  await page.getByText('На этой странице строк больше нет').waitFor();
  await press(page, 'Страница 6');
  await rowsAre(page, 50);
  await page.goto(`${list}?filter[verificationStatus][]=pending&page=2`);
  await rowsAre(page, 10);
  await page.goto(`${list}?q=белов&page=3`);
  await page.getByText('На этой странице строк больше нет').waitFor();
  await press(page, 'Страница 1');
  await rowsAre(page, 50);
});

test('the tabs count the rows of each status, and of all', async () => {
  const tabs = page.getByRole('group', { name: 'Статус' }).getByRole('button');
  // The numbers are asked for apart from the rows and may come after them.
  await tabs.getByText('300').waitFor();
  expect(await tabs.allInnerTexts()).toEqual([
    'Все300',
    'Новое60',
    'На верификации60',
    'Активно120',
    'Заблокировано60',
  ]);
});

test('the address reproduces the screen: search, filters, sort, page and preview', async () => {
  await page.getByRole('searchbox', { name: 'Поиск' }).fill('белов');
  await page.getByText('всего: 60').waitFor();
  await press(page, 'ФИО');
  await press(page, 'Страница 2');
  await rowsAre(page, 10);
  await openers(page).first().click();
  const panel = page.getByRole('complementary', { name: /^Белов/ });
  await panel.waitFor();
  const other = await visitor.newTab();
  await other.goto(page.url());
  await rowsAre(other, 10);
  await other.getByRole('complementary', { name: /^Белов/ }).waitFor();
  expect(await other.getByRole('searchbox').inputValue()).toBe('белов');
  expect(await openers(other).allInnerTexts()).toEqual(await openers(page).allInnerTexts());
  expect(query()).toMatch(/^\?q=белов&sort\[name\]=1&page=2&preview=\d+$/);
});

test('what the address says wrongly is ignored, part by part', async () => {
  await page.goto(`${list}?page=-5&sort[evil]=1&filter[createdFrom]=x&filter[verificationStatus][]=pending&limit=9999`);
  await page.getByText('всего: 60').waitFor();
  await rowsAre(page, 50);
});

test('back and forward go through the states of a list', async () => {
  await tab('Новое').click();
  await page.getByText('всего: 60').waitFor();
  await press(page, 'Страница 2');
  await rowsAre(page, 10);
  await page.goBack();
  await rowsAre(page, 50);
  await page.goBack();
  await page.getByText('всего: 300').waitFor();
  await page.goForward();
  await page.getByText('всего: 60').waitFor();
  await page.goForward();
  await rowsAre(page, 10);
  expect(query()).toBe('?filter[verificationStatus][]=unverified&page=2');
});

test('the keyboard alone: / searches, j and k move, x selects, Enter opens', async () => {
  await page.keyboard.press('/');
  await page.keyboard.type('громов');
  await page.keyboard.press('Enter');
  await page.getByText('всего: 60').waitFor();
  await page.keyboard.press('Tab');
  for (const key of ['j', 'j', 'j', 'k', 'ArrowDown', 'ArrowUp']) await page.keyboard.press(key);
  const second = openers(page).nth(1);
  expect(await second.evaluate((opener) => opener === document.activeElement)).toBe(true);
  await page.keyboard.press('x');
  await page.getByText('Выбрано: 1 строка').waitFor();
  const href = await second.getAttribute('href');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === href);
});

test('the keys of the list stand in the list of keys', async () => {
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog');
  for (const text of ['Следующая строка', 'Открыть строку', 'Выбрать строку', 'Перейти к поиску списка']) {
    await keys.getByText(text).first().waitFor();
  }
});

test('a click shows the preview, moving moves it, Escape closes it, a second click opens the page', async () => {
  const [first, second] = [openers(page).nth(0), openers(page).nth(1)];
  await first.click();
  await page.getByRole('complementary').waitFor();
  await page.keyboard.press('j');
  const id = await page.locator('tr[data-id]').nth(1).getAttribute('data-id');
  await page.waitForURL((url) => url.search.endsWith(`preview=${id}`));
  await page.keyboard.press('Escape');
  await page.waitForURL((url) => !url.search.includes('preview'));
  await second.click();
  await page.getByRole('complementary').waitFor();
  await second.click();
  await page.waitForURL((url) => url.pathname === `/individual-${id}`);
});

test('a row that is opened while a search is on its way stays open when the search is taken', async () => {
  const white = openers(page).filter({ hasText: 'Белов' }).first();
  await white.waitFor();
  await page.getByRole('searchbox', { name: 'Поиск' }).fill('белов');
  await white.dispatchEvent('click');
  await page.getByText('всего: 60').waitFor();
  await page.getByRole('complementary', { name: /^Белов/ }).waitFor();
  expect(query()).toMatch(/^\?q=белов&.*preview=\d+$/);
  // One that was open before belongs to the list before.
  await page.getByRole('searchbox', { name: 'Поиск' }).fill('громов');
  await page.waitForURL((url) => decodeURIComponent(url.search).startsWith('?q=громов'));
  expect(query()).not.toContain('preview');
});

test('columns, their order and width, and the density survive a reload', async () => {
  await press(page, 'Столбцы');
  const chooser = page.getByRole('dialog', { name: 'Столбцы' });
  await chooser.getByRole('checkbox', { name: 'Почта' }).uncheck();
  await chooser.getByRole('checkbox', { name: '№' }).check();
  await chooser.getByRole('button', { name: 'Поднять «Телефон»' }).click();
  await chooser.getByRole('radio', { name: '32' }).check();
  await page.keyboard.press('Escape');
  const edge = table(page).getByRole('separator', { name: 'Ширина столбца «ФИО»' });
  await edge.focus();
  const before = Number(await edge.getAttribute('aria-valuenow'));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.reload();
  await rowsAre(page, 50);
  expect(await headings(page)).toEqual(['', 'ФИО', 'Телефон', 'ИНН', 'Статус', 'Ждёт проверки', 'Создан', '№']);
  expect(Number(await edge.getAttribute('aria-valuenow'))).toBe(before + 32);
  expect((await page.locator('tr[data-id]').first().boundingBox())!.height).toBeLessThan(36);
});

test('a width is dragged too', async () => {
  const edge = table(page).getByRole('separator', { name: 'Ширина столбца «Почта»' });
  const { x, y } = (await edge.boundingBox())!;
  const before = Number(await edge.getAttribute('aria-valuenow'));
  await page.mouse.move(x + 4, y + 20);
  await page.mouse.down();
  await page.mouse.move(x + 64, y + 20, { steps: 4 });
  await page.mouse.up();
  expect(Math.abs(Number(await edge.getAttribute('aria-valuenow')) - before - 60)).toBeLessThan(3);
});

test('a saved view brings back search, filters, sort and columns', async () => {
  await tab('Новое').click();
  await page.getByText('всего: 60').waitFor();
  await press(page, 'Создан');
  await press(page, 'Представления');
  const views = page.getByRole('dialog', { name: 'Представления' });
  await views.getByLabel('Имя представления').fill('Новички');
  await press(page, 'Сохранить');
  await views.getByRole('button', { name: 'Новички', exact: true }).waitFor();
  await page.goto(list);
  await rowsAre(page, 50);
  await press(page, 'Представления');
  await views.getByRole('button', { name: 'Новички', exact: true }).click();
  await page.getByText('всего: 60').waitFor();
  expect(query()).toBe('?filter[verificationStatus][]=unverified&sort[createdAt]=1');
  await press(page, 'Новички');
  await press(page, 'Удалить представление «Новички»');
  await views.getByText('Сохраните поиск').waitFor();
});

test('sort preferences: version 1, 1 and -1, used without a sort in the address, reset below version 1', async () => {
  expect(await preferences()).toEqual({ version: 1 });
  await press(page, 'ФИО');
  await press(page, 'ФИО');
  await page.waitForURL(/sort%5Bname%5D=-1|sort\[name\]=-1/);
  expect(await preferences()).toEqual({ version: 1, sortIndividuals: { name: -1 } });
  await page.goto(list);
  await page.waitForURL(/sort/);
  expect(query()).toBe('?sort[name]=-1');
  await page.evaluate(() => localStorage.setItem('sortPreferences', '{"version":0,"sortIndividuals":{"name":1}}'));
  await page.goto(list);
  await rowsAre(page, 50);
  expect(await preferences()).toEqual({ version: 1 });
  expect(query()).toBe('');
});

test('the queue puts first who has waited longest, and this order is not remembered', async () => {
  await tab('На верификации').click();
  await page.getByText('всего: 60').waitFor();
  expect(query()).toBe('?filter[verificationStatus][]=pending&sort[pendingSince]=1');
  expect(await preferences()).toEqual({ version: 1 });
});

test('filters come from the operation, stand as chips and are taken away', async () => {
  await press(page, 'Ещё фильтры');
  const panel = page.getByRole('dialog', { name: 'Фильтры' });
  await panel.getByLabel('Создан по').fill('31.02.2026');
  await page.keyboard.press('Enter');
  await panel.getByText('Такой даты нет').waitFor();
  await panel.getByLabel('Создан по').fill('01.01.2020');
  await page.keyboard.press('Enter');
  await page.getByText('Ничего не нашлось').waitFor();
  expect(query()).toBe('?filter[createdTo]=2020-01-01');
  await page.keyboard.press('Escape');
  await press(page, 'Убрать фильтр «Создан по: 01.01.2020»');
  await rowsAre(page, 50);
  expect(query()).toBe('');
});

test('a filter that has taken what was typed keeps the focus; taken away elsewhere, it is empty', async () => {
  await press(page, 'Ещё фильтры');
  const since = page.getByRole('dialog', { name: 'Фильтры' }).getByLabel('Создан с');
  await since.fill('01.01.2020');
  await since.press('Enter');
  await page.getByRole('list', { name: 'Выбранные фильтры' }).getByText('01.01.2020').waitFor();
  expect(await since.evaluate((input) => input === document.activeElement)).toBe(true);
  await press(page, 'Убрать фильтр «Создан с: 01.01.2020»');
  await rowsAre(page, 50);
  if (!(await since.isVisible())) await press(page, 'Ещё фильтры');
  expect(await since.inputValue()).toBe('');
});

test('rows are chosen over pages, then all that are found', async () => {
  await page.getByRole('checkbox', { name: 'Выбрать все строки страницы' }).check();
  await page.getByText('Выбрано: 50 строк').waitFor();
  await press(page, 'Страница 2');
  await page.getByText('Строки 51–100').waitFor();
  await table(page).getByRole('checkbox').nth(1).check();
  await page.getByText('Выбрано: 51 строка').waitFor();
  await press(page, 'Выбрать все найденные (всего: 300)');
  await page.getByText('Выбраны все найденные (всего: 300)').waitFor();
  await press(page, 'Снять выбор');
  await page.getByText('Выбраны все').waitFor({ state: 'detached' });
});

/** The rows of the workbook that a press on this button brings, the heading first. */
async function exported(button: Locator): Promise<(string | null)[][]> {
  const saved = page.waitForEvent('download');
  await button.click();
  return valuesOf(readWorkbook(await readFile(await (await saved).path()))[0]!);
}
const excel = () => page.getByRole('button', { name: 'Выгрузить в Excel' });

test('the export brings what is filtered, in the chosen columns and order', async () => {
  await page.getByRole('searchbox').fill('ветров');
  await page.getByText('всего: 60').waitFor();
  await press(page, 'Столбцы');
  await page.getByRole('checkbox', { name: 'Почта' }).uncheck();
  await page.keyboard.press('Escape');
  const [titles, ...rows] = await exported(excel());
  expect(titles).toEqual(['Фамилия', 'Имя', 'Отчество', 'ИНН', 'Телефон', 'Статус', 'На верификации с', 'Создано']);
  expect(rows.map(([lastName]) => lastName)).toEqual(Array.from({ length: 60 }, () => 'Ветров'));
  await page.getByText('Файл сохранён').waitFor();
});

test('the export of the chosen brings only them', async () => {
  const ticks = table(page).getByRole('checkbox');
  await ticks.nth(1).check();
  await ticks.nth(3).check();
  const bar = page.getByRole('region', { name: 'Выбранные строки' });
  expect(await exported(bar.getByRole('button', { name: 'Выгрузить в Excel' }))).toHaveLength(3);
});

test('an export that fails says so and can be tried again', async () => {
  await page.route(/background-tasks\/exports/, (route) =>
    route.fulfill({ status: 403, json: { code: 'access.denied', message: 'Нет доступа' } }),
  );
  await press(page, 'Выгрузить в Excel');
  await page.getByRole('alert').filter({ hasText: 'Файл не выгружен: Нет доступа' }).waitFor();
  await page.unroute(/background-tasks\/exports/);
  const saved = page.waitForEvent('download');
  await press(page, 'Выгрузить в Excel');
  await saved;
});

test('previous rows stay while the next page loads; a failure offers to try again', async () => {
  const asked = Promise.withResolvers<Route>();
  await page.route(/api\/individuals\?.*page=2/, (route) => asked.resolve(route));
  await press(page, 'Страница 2');
  await page.locator('[aria-busy=true]').waitFor();
  expect(await openers(page).count()).toBe(50);
  // The list is busy before its question has come here.
  const route = await asked.promise;
  await route.fulfill({ status: 400, json: { code: 'input.invalid', message: 'Сервер занят' } });
  await page.getByRole('alert').filter({ hasText: 'Сервер занят' }).waitFor();
  await page.unroute(/api\/individuals\?.*page=2/);
  await press(page, 'Повторить');
  await rowsAre(page, 50);
});

test('on a phone rows are cards, and nothing sticks out to the side', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  // All of it is laid out anew once the window has become narrow.
  await expect.poll(() => table(page).getByRole('columnheader').first().isVisible()).toBe(false);
  await expect
    .poll(async () => (await page.locator('tr[data-id]').first().boundingBox())?.width ?? 0)
    .toBeGreaterThan(320);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await openers(page).first().click();
  const sheet = page.getByRole('dialog', { name: /Иван Петрович/ });
  await sheet.getByRole('link', { name: 'Открыть карточку' }).waitFor();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
});

test('axe finds nothing in the list, its panels, its preview and its bar, by day and by night', async () => {
  const found: string[] = [];
  const look = async (state: string, width: number) => {
    for (const { theme, judged } of looksAt(state).filter((one) => one.width === width)) {
      await page.emulateMedia({ colorScheme: theme });
      await page.locator(`html[data-theme=${theme}]`).waitFor();
      const findings = await accessibilityFindings(page, judged);
      found.push(...findings.map((finding) => `${state} ${width}, ${theme}: ${finding}`));
    }
  };
  for (const { width, height } of devices) {
    await page.setViewportSize({ width, height });
    await page.goto(list);
    await rowsAre(page, 50);
    for (const panel of ['Ещё фильтры', 'Представления', 'Столбцы']) {
      await press(page, panel);
      await look(panel, width);
      await page.keyboard.press('Escape');
    }
    await table(page).getByRole('checkbox').nth(2).check();
    await openers(page).first().click();
    await page.getByText('Дата рождения').waitFor();
    await look('opened row', width);
  }
  expect(found).toEqual([]);
});

test('each tab goes on from the page that stands in it, whoever has come meanwhile', async () => {
  const other = await visitor.newTab();
  const idsIn = (tab: Page) =>
    tab.locator('tr[data-id]').evaluateAll((rows) => rows.map((row) => Number(row.getAttribute('data-id'))));
  await other.goto(list);
  await rowsAre(other, 50);
  const first = await idsIn(page);
  for (const tab of [other, page]) {
    await makePeople(scenario.testApp, 7);
    await press(tab, 'Страница 2');
    await tab.getByText('Строки 51–100').waitFor();
    await rowsAre(tab, 50);
    const second = await idsIn(tab);
    expect(second.filter((id) => first.includes(id))).toEqual([]);
    expect(Math.max(...second)).toBe(Math.min(...first) - 1);
  }
});
