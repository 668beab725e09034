import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Signed } from '#test/helpers/boot.ts';
import { codeTo } from '#test/helpers/mail/letters.ts';
import { heading, press } from '../helpers/acts.ts';
import { type Visitor } from '../helpers/browser.ts';
import { openScenario } from '../helpers/scenario.ts';

const scenario = openScenario();
let operator: Signed;
let visitor: Visitor;
let page: Page;
let person: Signed & { individualId: number };
beforeAll(async () => {
  operator = await scenario.testApp.operator('administrator');
  visitor = await scenario.enter(operator);
  page = visitor.page;
});
afterAll(async () => {
  await visitor.leave();
});
beforeEach(async () => {
  person = await scenario.testApp.individual();
  await page.goto(`/individual-${person.individualId}`);
  await press(page, 'Изменить данные');
});

/** The label of a field that may stay empty says so after its name. */
const field = (label: string) => page.getByLabel(new RegExp(`^${label}`));
const fill = async (values: Record<string, string>): Promise<void> => {
  for (const [label, value] of Object.entries(values)) await field(label).fill(value);
};
const message = (text: string) => page.getByText(text, { exact: true });
const saved = async (): Promise<Record<string, unknown>> =>
  (await operator.client.get(`/api/individuals/${person.individualId}`)).body;

describe('a field is judged', () => {
  test('when it is left and when it is changed, not while it is typed', async () => {
    await field('ИНН').pressSequentially('500100732250');
    expect(await field('ИНН').getAttribute('aria-invalid')).toBeNull();
    await page.keyboard.press('Tab');
    await message('ИНН физлица: 12 цифр, контрольное число не сходится').waitFor();
    await field('ИНН').fill('500100732259');
    await page.keyboard.press('Tab');
    await message('ИНН физлица: 12 цифр, контрольное число не сходится').waitFor({ state: 'detached' });
  });

  test.each([
    ['Фамилия', '', 'Поле должно быть заполнено'],
    ['Фамилия', 'Smith', 'Только русские буквы'],
    ['Дата рождения', '31.02.1990', 'Такой даты нет'],
    ['СНИЛС', '112-233', 'Длина должна быть 11 цифр'],
    ['СНИЛС', '112-233-445 96', 'СНИЛС указан неверно'],
    ['Паспорт: серия и номер', '4510 45', 'Длина должна быть 10 цифр'],
  ])('%s «%s»: %s', async (label, value, text) => {
    await field(label).fill(value);
    await field(label).blur();
    await message(text).waitFor();
  });

  test('by the server as well, and its message comes to the field', async () => {
    await field('Дата рождения').fill('01.01.2020');
    await press(page, 'Сохранить');
    await message('Возраст должен быть от 18 лет').waitFor();
    expect(await field('Дата рождения').evaluate((input) => input === document.activeElement)).toBe(true);
  });
});

test('the first wrong field gets the focus when the form is sent', async () => {
  await fill({ Имя: '', ИНН: '1' });
  await press(page, 'Сохранить');
  await page.locator('[aria-invalid=true]').first().waitFor();
  await expect.poll(() => field('Имя').evaluate((input) => input === document.activeElement)).toBe(true);
});

test('a press of the button counts although a message moves the button away while it is held', async () => {
  await fill({ Имя: '', ИНН: '1' });
  const button = page.getByRole('button', { name: 'Сохранить' });
  await button.scrollIntoViewIfNeeded();
  const place = (await button.boundingBox())!;
  await page.mouse.move(place.x + place.width / 2, place.y + 2);
  await page.mouse.down();
  await message('ИНН физлица: 12 цифр, контрольное число не сходится').waitFor();
  await expect.poll(async () => (await button.boundingBox())!.y).toBeGreaterThan(place.y + 2);
  await page.mouse.up();
  await expect.poll(() => field('Имя').evaluate((input) => input === document.activeElement)).toBe(true);
});

test('only what was changed is sent, once, however often the button is pressed', async () => {
  const sent: unknown[] = [];
  await page.route('**/api/individuals/*', async (route) => {
    if (route.request().method() === 'PATCH') sent.push(route.request().postDataJSON());
    await route.continue();
  });
  await fill({ Отчество: 'Петрович', 'Паспорт: серия и номер': '4510456123' });
  await page.getByRole('button', { name: 'Сохранить' }).dblclick();
  await message('Изменения сохранены').first().waitFor();
  await page.unroute('**/api/individuals/*');
  expect(sent).toEqual([{ middleName: 'Петрович', passport: { series: '4510', number: '456123' }, version: 1 }]);
  expect(await saved()).toMatchObject({ middleName: 'Петрович', passport: '45** ***123', version: 2 });
});

test('leaving a dirty form asks first: to stay keeps what was typed, to leave throws it away', async () => {
  const question = page.getByRole('alertdialog');
  const leave = () =>
    page.getByRole('navigation', { name: 'Разделы карточки' }).getByRole('link', { name: 'История' }).click();
  await field('Фамилия').fill('Несохранённый');
  await leave();
  await question.waitFor();
  await press(page, 'Остаться');
  await question.waitFor({ state: 'detached' });
  expect(await field('Фамилия').inputValue()).toBe('Несохранённый');
  await leave();
  await press(page, 'Уйти без сохранения');
  await page.waitForURL(/tab=history/);
  expect((await saved())['lastName']).toBe('Иванов');
});

test('leaving a form in which nothing was changed asks nothing', async () => {
  await page.goto('/profile');
  await heading(page, 'Профиль');
});

test('whoever comes back to the tab sees what is saved now', async () => {
  await operator.client.patch(`/api/individuals/${person.individualId}`, { lastName: 'Чужая', version: 1 });
  const comeBack = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect
    .poll(async () => (await comeBack()) && field('Фамилия').inputValue(), { timeout: 20_000, interval: 1_000 })
    .toBe('Чужая');
});

describe('what somebody else has saved meanwhile', () => {
  const elsewhere = (change: object) =>
    operator.client.patch(`/api/individuals/${person.individualId}`, { ...change, version: 1 });
  const dialog = () => page.getByRole('dialog', { name: 'Запись изменена другим пользователем' });

  test('stands beside what was typed, and the person chooses field by field', async () => {
    await fill({ Фамилия: 'Моя', Имя: 'Мое' });
    await elsewhere({ lastName: 'Чужая', firstName: 'Чужое', middleName: 'Чужович' });
    await press(page, 'Сохранить');
    await dialog().waitFor();
    const choice = (label: string, side: string) =>
      dialog().getByRole('group', { name: label, exact: true }).getByRole('radio', { name: side });
    expect(await choice('Фамилия', 'Моя').isChecked()).toBe(true);
    expect(await choice('Отчество', 'Чужович').isChecked()).toBe(true);
    await choice('Имя', 'Чужое').check();
    await press(page, 'Сохранить выбранное');
    await message('Изменения сохранены').first().waitFor();
    expect(await saved()).toMatchObject({ lastName: 'Моя', firstName: 'Чужое', middleName: 'Чужович', version: 3 });
  });

  test('is never overwritten in silence: to close the screen saves nothing', async () => {
    await field('Фамилия').fill('Моя');
    await elsewhere({ lastName: 'Чужая' });
    await press(page, 'Сохранить');
    await dialog().waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    expect(await field('Фамилия').inputValue()).toBe('Моя');
    expect(await saved()).toMatchObject({ lastName: 'Чужая', version: 2 });
    await field('Фамилия').fill('Иванов');
  });
});

test('a verified person confirms a change of what was verified by the code of a letter', async () => {
  const own = await scenario.testApp.individual({ verificationStatus: 'verified' });
  const him = await scenario.enter(own, `/individual-${own.individualId}`);
  await press(him.page, 'Изменить данные');
  await him.page.getByLabel('Фамилия').fill('Новосёлов');
  await press(him.page, 'Сохранить');
  const dialog = him.page.getByRole('dialog');
  const code = dialog.getByLabel('Код из письма');
  await code.waitFor();
  await press(him.page, 'Отправить код ещё раз');
  await him.page.getByText('Отправили ещё раз. Подходит только то, что пришло последним.').waitFor();
  const right = await codeTo(scenario.testApp, own.email);
  await code.fill(right === '000000' ? '000001' : '000000');
  await him.page.keyboard.press('Enter');
  await dialog.getByText('Код неверный или его время вышло').waitFor();
  await code.fill(right);
  await him.page.keyboard.press('Enter');
  await him.page.getByText('Изменения сохранены').waitFor();
  await heading(him.page, /^Новосёлов/);
  await him.page.getByText('На верификации').first().waitFor();
  await him.leave();
});
