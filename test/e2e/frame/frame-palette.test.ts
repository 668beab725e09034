import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { type Signed } from '#test/helpers/boot.ts';
import { heading } from '../helpers/acts.ts';
import { accessibilityFindings, type Visitor } from '../helpers/browser.ts';
import { openScenario } from '../helpers/scenario.ts';

const scenario = openScenario();
let operator: Signed;
beforeAll(async () => {
  operator = await scenario.testApp.operator('administrator');
  await scenario.testApp.individual({ inn: '500100732259' });
  await scenario.testApp.company({ shortName: 'Ромашка' });
});

async function enter(): Promise<Visitor> {
  const visitor = await scenario.enter(operator);
  await heading(visitor.page, 'Физлица');
  return visitor;
}

const field = (page: Page) => page.getByRole('dialog').getByRole('combobox');
const selected = (page: Page) => page.getByRole('option', { selected: true });

test('Ctrl+K opens the palette, arrows choose a section, Enter goes there, Escape closes it', async () => {
  const visitor = await enter();
  const { page } = visitor;
  await page.keyboard.press('Control+k');
  await field(page).waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await field(page).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Найти человека, компанию, договор' }).click();
  await field(page).fill('л');
  expect(await selected(page).textContent()).toBe('Физлица');
  await page.keyboard.press('ArrowDown');
  expect(await selected(page).textContent()).toBe('Юрлица');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await heading(page, 'Юрлица');
  await visitor.leave();
});

test('people and companies are found on the server by a part of a name or ИНН, and what was opened is offered again', async () => {
  const visitor = await enter();
  const { page } = visitor;
  await page.keyboard.press('Control+k');
  await field(page).fill('50010073');
  await page.getByRole('option', { name: /Иван.*ИНН 500100732259/ }).waitFor();
  await field(page).fill('ромаш');
  const company = page.getByRole('option', { name: /Ромашка/ });
  await company.waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/legal-entity-\d+$/);
  await page.keyboard.press('Control+k');
  expect(await page.getByRole('group', { name: 'Недавнее' }).textContent()).toContain('Ромашка');
  const stored = await page.evaluate(() =>
    JSON.stringify([...Object.entries(localStorage), ...Object.entries(sessionStorage)]),
  );
  expect(stored).not.toMatch(/Ромашка|500100732259/);
  await visitor.leave(/Page not found/);
});

test('what is found stands by its kind, and a kind of which there is more leads to its list with the same words', async () => {
  const { testApp } = scenario;
  for (let at = 0; at < 7; at++) await testApp.individual({ lastName: 'Смородинцев' });
  const visitor = await enter();
  const { page } = visitor;
  await page.keyboard.press('Control+k');
  await field(page).fill('смородинцев');
  const people = page.getByRole('group', { name: 'Физлица' });
  await people.getByRole('option', { name: 'Показать все в списке «Физлица»' }).click();
  await page.getByText('всего: 7').waitFor();
  expect(new URL(page.url()).searchParams.get('q')).toBe('смородинцев');
  await page.keyboard.press('Control+k');
  await field(page).fill('ромаш');
  await page
    .getByRole('group', { name: 'Юрлица' })
    .getByRole('option', { name: /Ромашка/ })
    .waitFor();
  expect(await page.getByRole('option', { name: /Показать все/ }).count()).toBe(0);
  await visitor.leave();
});

test('a list is filtered by whoever is found by a name, the filter tells his name, and a number is not taken for one', async () => {
  await scenario.testApp.individual({ lastName: 'Клюквин', firstName: 'Яков', middleName: 'Ильич' });
  const visitor = await enter();
  const { page } = visitor;
  await page.goto('/dashboard/payments');
  await heading(page, 'Платежи');
  await page.getByRole('button', { name: 'Ещё фильтры' }).click();
  const panel = page.getByRole('dialog', { name: 'Фильтры' });
  const person = panel.getByRole('combobox', { name: 'Заёмщик' });
  await person.fill('такихздесьнет');
  await panel.getByText('Никого не нашли').waitFor();
  await person.fill('клюкв');
  await panel.getByRole('option', { name: /Клюквин Яков Ильич/ }).click();
  const chip = page.getByRole('button', { name: 'Убрать фильтр «Заёмщик: Клюквин Яков Ильич»' });
  await chip.waitFor();
  const settlement = panel.getByLabel('№ записи соглашения');
  await settlement.fill('Клюквин');
  await panel.getByText('Здесь нужен номер: только цифры').waitFor();
  await settlement.fill('');
  await page.reload();
  await chip.waitFor();
  await chip.click();
  await chip.waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('');
  await visitor.leave();
});

const settlements = '№ договора, № заявки, № урегулирования, № платежа';
test('the palette promises each kind of person what he can find, and no more', async () => {
  const { testApp } = scenario;
  const legalEntityId = await testApp.company();
  const promises = [
    [operator, `ФИО, название компании, ИНН, телефон, почта, ${settlements}`],
    [await testApp.operator('observer'), `ФИО, название компании, ${settlements}`],
    [await testApp.operator('verifier'), 'ФИО, название компании, ИНН, телефон, почта'],
    [await testApp.employee({ legalEntityId, role: 'head' }), `ФИО, ИНН, телефон, ${settlements}`],
    [await testApp.employee({ legalEntityId, role: 'observer' }), `ФИО, ${settlements}`],
    [await testApp.individual(), `кредитор, ${settlements}`],
  ] as const;
  for (const [who, promise] of promises) {
    const visitor = await scenario.enter(who);
    await visitor.page.getByRole('button', { name: /^Найти/ }).waitFor();
    await visitor.page.keyboard.press('Control+k');
    await field(visitor.page).fill('такого здесь нет');
    await visitor.page.getByText(`Ничего не нашлось. Ищем по данным: ${promise}.`, { exact: true }).waitFor();
    await field(visitor.page).fill('');
    await visitor.page.getByText(`Ищем по данным: ${promise}.`, { exact: true }).waitFor();
    await visitor.leave();
  }
});

test('the search waits for a pause in typing and takes back a question that is not wanted any more', async () => {
  const visitor = await enter();
  const { page } = visitor;
  const asked: string[] = [];
  const broken: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/search')) asked.push(new URL(request.url()).searchParams.get('q')!);
  });
  page.on('requestfailed', (request) => broken.push(request.url()));
  await page.keyboard.press('Control+k');
  // While the page's clock stands there is no pause, however slowly the letters come.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1_000);
  await field(page).pressSequentially('ромашка');
  expect(asked).toEqual([]);
  await page.clock.resume();
  await page.getByRole('option', { name: /Ромашка/ }).waitFor();
  expect(asked).toEqual(['ромашка']);
  await page.route('**/api/search*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await route.continue().catch(() => undefined);
  });
  await field(page).fill('рома');
  await page.waitForTimeout(400);
  await field(page).fill('нет такого');
  await page.getByText(/^Ничего не нашлось/).waitFor();
  expect(broken.filter((url) => url.includes(encodeURIComponent('рома')))).toHaveLength(1);
  await visitor.leave();
});

test('an action of the palette is run', async () => {
  const visitor = await enter();
  const { page } = visitor;
  await page.keyboard.press('Control+k');
  await field(page).fill('тёмная');
  await page.keyboard.press('Enter');
  await page.locator('html[data-theme=dark]').waitFor();
  await visitor.leave();
});

test('? lists the keys, / goes to the search of the list, also with the Russian layout; who types is left alone', async () => {
  const visitor = await enter();
  const { page } = visitor;
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Клавиши' }).getByText('Найти или перейти').waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.evaluate(() => dispatchEvent(new KeyboardEvent('keydown', { key: '.', code: 'Slash' })));
  expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).type)).toBe('search');
  await page.keyboard.type('?/');
  expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe('?/');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await visitor.leave();
});
