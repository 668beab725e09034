import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Signed } from '#test/helpers/boot.ts';
import { press } from '../helpers/acts.ts';
import { type Visitor } from '../helpers/browser.ts';
import { openScenario } from '../helpers/scenario.ts';

const scenario = openScenario();
let company: number;
let head: Signed;
let visitor: Visitor;
let page: Page;
beforeAll(async () => {
  company = await scenario.testApp.company({ ogrn: '1027700132195' });
  head = await scenario.testApp.employee({ legalEntityId: company, role: 'head' });
  visitor = await scenario.enter(head);
  page = visitor.page;
});
afterAll(async () => {
  await visitor.leave();
});

const field = (label: string) => page.getByLabel(new RegExp(`^${label}`));
const message = (text: string | RegExp) => page.getByText(text).first().waitFor();
const tab = (name: string) =>
  page.getByRole('navigation', { name: 'Разделы карточки' }).getByRole('link', { name }).click();

test('a head fills in the company, names its representative and sends it for verification', async () => {
  await page.goto(`/legal-entity-${company}`);
  await press(page, 'Отправить на верификацию');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Отправить на верификацию' }).click();
  await message(/Юридический адрес, Телефон, Представитель/);

  await press(page, 'Изменить данные');
  await field('Юридический адрес').fill('Москва, ул. Первая, 1');
  await field('Телефон').pressSequentially('8916123');
  await field('Телефон').blur();
  await message('Номер телефона введён не до конца');
  await field('Телефон').fill('');
  await field('Телефон').pressSequentially('89161234567');
  expect(await field('Телефон').inputValue()).toBe('+7 (916) 123-45-67');
  await field('Почта').fill('office @alpha.test');
  await field('Почта').blur();
  await message('В почте не должно быть пробелов');
  await field('Почта').fill('office@alpha.test');
  await press(page, 'Сохранить');
  await page.getByText('+7 (916) 123-45-67').waitFor();

  await tab('Представитель');
  await press(page, 'Указать представителя');
  await field('Фамилия').fill('Кравцов');
  await field('Имя').fill('Алексей');
  await field('Действует на основании').selectOption('Доверенность');
  await press(page, 'Сохранить');
  await message('Поле должно быть заполнено');
  await field('Номер доверенности').fill('77 АВ 1');
  await field('Дата выдачи').fill('01.02.2026');
  await press(page, 'Сохранить');
  await page.getByText('01.02.2026', { exact: true }).waitFor();

  await press(page, 'Отправить на верификацию');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Отправить на верификацию' }).click();
  await message('На верификации');
  expect((await head.client.get(`/api/legal-entities/${company}`)).body).toMatchObject({
    verificationStatus: 'pending',
    phone: '+79161234567',
    email: 'office@alpha.test',
  });
});

test('a head invites, changes and dismisses the people of the company', async () => {
  const { membershipId } = await scenario.testApp.employee({ legalEntityId: company, role: 'observer' });
  const person = () => page.getByRole('listitem').filter({ hasText: 'Наблюдатель' });
  await page.goto(`/legal-entity-${company}?tab=employees`);
  await press(page, 'Пригласить');
  await press(page, 'Отправить приглашение');
  await message('Поле должно быть заполнено');
  await field('Почта').fill('new@test.example');
  await field('Роль').selectOption('Бухгалтер');
  await press(page, 'Отправить приглашение');
  await message(/Письмо со ссылкой ушло на new@test.example/);

  await person()
    .getByRole('button', { name: /^Изменить/ })
    .click();
  await field('Должность').fill('Аудитор');
  await press(page, 'Сохранить');
  await page.getByText(/^Аудитор/).waitFor();
  await person()
    .getByRole('button', { name: /^Уволить/ })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Уволить' }).click();
  await message('Сотрудник уволен');
  expect((await head.client.get(`/api/legal-entities/${company}/employees/${membershipId}`)).body).toMatchObject({
    position: 'Аудитор',
    active: false,
  });
});
