import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { fill, heading, press } from '../helpers/acts.ts';
import { openScenario } from '../helpers/scenario.ts';

const scenario = openScenario();
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Есть несохранённые изменения' });
const dialog = (page: Page) => page.getByRole('dialog');

/** A person whose form for payment details is open. */
async function atForm(): Promise<Page> {
  const me = await scenario.testApp.individual();
  const { page } = await scenario.enter(me, '/dashboard/individuals');
  // A tab takes the place of the one before it, so the way back from it leads to the page before the card.
  await page.getByRole('link', { name: 'Заполнить и отправить на проверку' }).click();
  await page.getByRole('link', { name: 'Реквизиты' }).click();
  await press(page, 'Добавить реквизиты');
  await dialog(page).waitFor();
  return page;
}

test('what was typed in a dialog is not lost by Escape or by its cross', async () => {
  const page = await atForm();
  await fill(dialog(page), { Банк: 'Сбербанк' });
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => dialog(page).getByRole('button', { name: 'Закрыть' }).click(),
  ]) {
    await leave();
    await question(page).waitFor();
    await press(question(page), 'Остаться');
    await question(page).waitFor({ state: 'detached' });
    expect(await dialog(page).getByLabel('Банк', { exact: true }).inputValue()).toBe('Сбербанк');
  }
  await page.keyboard.press('Escape');
  await press(question(page), 'Уйти без сохранения');
  await dialog(page).waitFor({ state: 'detached' });
  expect(await question(page).count()).toBe(0);
});

test('a dialog in which nothing was typed closes at once, and so does one that is given up by its own button', async () => {
  const page = await atForm();
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await press(page, 'Добавить реквизиты');
  await fill(dialog(page), { Банк: 'Сбербанк' });
  await press(dialog(page), 'Отменить');
  await dialog(page).waitFor({ state: 'detached' });
  expect(await question(page).count()).toBe(0);
});

test('the way back and the closing of the tab ask as well, once', async () => {
  const page = await atForm();
  await fill(dialog(page), { Банк: 'Сбербанк' });
  await page.evaluate(() => history.back());
  await question(page).waitFor();
  await press(question(page), 'Остаться');
  await question(page).waitFor({ state: 'detached' });
  expect(new URL(page.url()).searchParams.get('tab')).toBe('payment-details');
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  expect((await asked).type()).toBe('beforeunload');
  await (await asked).dismiss();
  await page.evaluate(() => history.back());
  await press(question(page), 'Уйти без сохранения');
  await heading(page, /^Здравствуйте/);
  expect(await question(page).count()).toBe(0);
});

test('what was sent is saved: nothing is asked afterwards', async () => {
  const operator = await scenario.testApp.operator('administrator');
  const person = await scenario.testApp.individual();
  const { page } = await scenario.enter(operator, `/individual-${person.individualId}`);
  await press(page, 'Изменить данные');
  await fill(page, { Фамилия: 'Новосёлов' });
  await press(page, 'Сохранить');
  await page.getByText('Изменения сохранены').first().waitFor();
  await page.getByRole('link', { name: 'Физлица', exact: true }).first().click();
  await heading(page, 'Физлица');
  expect(await question(page).count()).toBe(0);
});

test('whoever has typed a login or a password goes where he likes', async () => {
  const { page } = await scenario.visit();
  await page.goto('/signin');
  await fill(page, { 'Почта или телефон': 'somebody@test.example', Пароль: 'лес-Ветер-7' });
  await page
    .getByRole('link', { name: /Зарегистр|Создать/ })
    .first()
    .click();
  await page.waitForURL(/signup/);
  expect(await question(page).count()).toBe(0);
});
