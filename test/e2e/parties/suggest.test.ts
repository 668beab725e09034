import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Emulator, startEmulator } from '../../../emulators/start.ts';
import { heading, press } from '../helpers/acts.ts';
import { openBrowser, openTestApp, visit } from '../helpers/browser.ts';
import { flawsOf } from '../helpers/looks.ts';
import { openScenario } from '../helpers/scenario.ts';

const scenario = openScenario();
const phone = { viewport: { width: 390, height: 844 } };
const key = 'token-of-the-tests';

let partner: Emulator<'rubricator'>;
beforeAll(async () => {
  partner = await startEmulator('rubricator', { RUBRICATOR_KEY: key });
});
afterAll(() => partner.stop());

test('the head of a company takes an address with the keyboard, types on, and may type anything', async () => {
  const legalEntityId = await scenario.testApp.company();
  const head = await scenario.testApp.employee({ legalEntityId, role: 'head' });
  const { page } = await scenario.enter(head, `/legal-entity-${legalEntityId}`);
  await page.getByRole('button', { name: 'Изменить' }).first().click();
  const field = page.getByRole('combobox', { name: /Юридический адрес/ });
  await field.fill('самарская');
  await page.getByRole('option', { name: 'Самарская область, г. Тольятти' }).waitFor();
  expect(await flawsOf(page)).toEqual([]);
  for (let pressed = 0; pressed < 3; pressed++) await field.press('ArrowDown');
  await field.press('Enter');
  await expect.poll(() => field.inputValue()).toBe('Самарская область, г. Тольятти');
  await field.press('End');
  await field.pressSequentially(', ул. Мира, 1');
  await page.getByRole('listbox').waitFor({ state: 'detached' });
  await field.fill('ом');
  await page.getByRole('option').first().waitFor();
  await field.press('Escape');
  expect(await page.getByRole('listbox').count()).toBe(0);
  expect(await field.inputValue()).toBe('ом');
});

test('who registers a company from a phone has its names filled by its ИНН', async () => {
  const testApp = await openTestApp({ rubricator: { url: `http://127.0.0.1:${partner.ports.http}`, key } });
  const browser = await openBrowser();
  const { page } = await visit(browser, testApp, phone);
  await page.goto('/signup');
  await page.getByRole('radio', { name: 'Компания' }).check();
  await page.getByRole('combobox', { name: 'ИНН' }).fill('770708');
  await page.getByRole('option', { name: /РОМАШКА/ }).click();
  expect(await page.getByRole('combobox', { name: 'ИНН' }).inputValue()).toBe('7707083893');
  expect(await page.getByLabel('Краткое наименование').inputValue()).toBe('ООО "РОМАШКА"');
  expect(await flawsOf(page)).toEqual([]);
  await browser.close();
  await testApp.stop();
});

test('references tell of countries and statuses, each one a step away', async () => {
  const { page } = await scenario.enter(await scenario.testApp.operator('manager'), '/references/countries');
  await page.getByRole('row', { name: /Россия RU 643/ }).waitFor();
  await page.getByLabel(/Название или код/).fill('казах');
  await page.getByText('Найдено: 1').waitFor();
  expect(await flawsOf(page)).toEqual([]);
  await page
    .getByRole('navigation', { name: 'Справочники' })
    .getByRole('link', { name: 'Статусы урегулирований' })
    .click();
  await heading(page, 'Статусы урегулирований');
  await page
    .getByRole('row', { name: /Ожидание оплаты/ })
    .first()
    .waitFor();
  await press(page, 'Свернуть меню');
  expect(await flawsOf(page)).toEqual([]);
});
