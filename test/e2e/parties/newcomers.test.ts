import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { smallPaper } from '#test/helpers/files/multipart.ts';
import { fill, heading, press } from '../helpers/acts.ts';
import { flawsOf } from '../helpers/looks.ts';
import { addOwner, fillQuestionnaire } from '../helpers/questionnaire.ts';
import { openScenario } from '../helpers/scenario.ts';
import { confirm, signUpCompany, signUpDebtor } from '../helpers/sign-up.ts';
import { enterCode } from '../helpers/signing.ts';

const scenario = openScenario({ withRnko: true, wholeBrowser: true });
const phone = { viewport: { width: 390, height: 844 } };
const scan = { name: 'скан.pdf', mimeType: 'application/pdf', buffer: Buffer.from(smallPaper) };
const account = { БИК: '044525225', 'Номер счёта': '40702810138000000005', Банк: 'Сбербанк', Получатель: 'Анна К.' };

/** Opens a tab of a card by its address. */
const open = (page: Page, card: string, tab: string) => page.goto(`${card}?tab=${tab}`);

/** The only object of a list that the signed-in person sees. */
const idOf = (page: Page, list: string): Promise<number> =>
  page.evaluate(async (path) => (await (await fetch(path)).json()).items[0].id as number, list);

const formStatus = (page: Page, legalEntityId: number): Promise<string> =>
  page.evaluate(async (id) => (await (await fetch(`/api/rnko-form/${id}`)).json()).status, legalEntityId);

async function upload(page: Page, slot: string): Promise<void> {
  const region = page.getByRole('region', { name: slot });
  await region.getByLabel(slot, { exact: true }).setInputFiles(scan);
  await region.getByText(scan.name).waitFor();
}

async function tellAccount(page: Page, email: string): Promise<void> {
  await press(page, 'Добавить реквизиты');
  await fill(page, account);
  await enterCode(scenario, page, { email });
  await page.getByText('Основные').waitFor();
}

async function applyForVerification(page: Page): Promise<void> {
  await press(page, 'Отправить на верификацию');
  await press(page.getByRole('alertdialog'), 'Отправить на верификацию');
  await page.getByText('На верификации').first().waitFor();
}

/** A verifier at his desk reads a paper of the card and confirms what he has read. */
async function verify(card: string, slot: string): Promise<void> {
  const desk = await scenario.enter(await scenario.testApp.operator('verifier'), `${card}?tab=files`);
  await desk.page.getByRole('region', { name: slot }).getByRole('button', { name: 'Посмотреть' }).click();
  await desk.page.getByRole('dialog').locator('iframe').waitFor();
  await desk.page.keyboard.press('Escape');
  await desk.page.goto(card);
  await press(desk.page, 'Подтвердить');
  await press(desk.page.getByRole('alertdialog'), 'Подтвердить');
  await desk.page.getByText('Данные подтверждены').waitFor();
  await desk.leave();
}

test('a new debtor on his phone: from the sign-up to verified, identified and known where his money goes back', async () => {
  const email = 'newcomer@test.example';
  const visitor = await scenario.visit(phone);
  const { page } = visitor;
  await signUpDebtor(page, email);
  await confirm(page, email);
  await heading(page, 'Здравствуйте, Анна!');
  const card = `/individual-${await idOf(page, '/api/individuals')}`;

  await page.goto(card);
  await press(page, 'Изменить данные');
  await page.getByLabel(/^ИНН/).fill('500100732259');
  await page.getByLabel(/^Паспорт/).fill('4510456123');
  await page.getByLabel(/^Когда выдан/).fill('20.05.2010');
  await page.getByLabel(/^Кем выдан/).fill('ОВД района Хамовники г. Москвы');
  await page.getByLabel(/^Код подразделения/).fill('770014');
  await page.getByLabel(/^Адрес регистрации/).fill('г. Москва, ул. Усачёва, д. 12, кв. 41');
  await press(page, 'Сохранить');
  await page.getByText('45** ***123').or(page.getByText('45 10 456123')).first().waitFor();
  await open(page, card, 'files');
  await upload(page, 'Паспорт: разворот с фото');
  await open(page, card, 'payment-details');
  await tellAccount(page, email);
  await page.goto(card);
  await applyForVerification(page);
  expect(await flawsOf(page)).toEqual([]);

  await verify(card, 'Паспорт: разворот с фото');
  await open(page, card, 'rnko');
  await page.getByRole('checkbox', { name: /Я прочитал и подписываю/ }).check();
  await press(page, 'Отправить в РНКО');
  await expect.poll(async () => (await scenario.rnko.questions()).length).toBe(1);
  await scenario.rnko.answer({ status: 'success', level: 'simplified' });
  await page.getByText('Упрощённая идентификация').waitFor();
  await page.goto(card);
  await page.getByText('Активно').first().waitFor();
  expect(await flawsOf(page)).toEqual([]);
  await visitor.leave();
});

test('a new company at a desk: from the sign-up to verified, with its papers, accounts and questionnaire', async () => {
  const email = 'newhead@gamma.example';
  const visitor = await scenario.visit();
  const { page } = visitor;
  await signUpCompany(page, email);
  await confirm(page, email);
  await page.waitForURL(/\/dashboard/);
  const legalEntityId = await idOf(page, '/api/legal-entities');
  const card = `/legal-entity-${legalEntityId}`;
  await page.goto(card);

  await press(page, 'Изменить данные');
  await page.getByLabel(/^ОГРН/).fill('1027700132195');
  await page.getByLabel(/^Юридический адрес/).fill('Москва, ул. Первая, 1');
  await page.getByLabel(/^Телефон/).fill('9161234567');
  await page.getByLabel(/^Почта/).fill('office@gamma.example');
  await press(page, 'Сохранить');
  await page.getByText('+7 (916) 123-45-67').first().waitFor();
  await open(page, card, 'representative');
  await press(page, 'Указать представителя');
  await page.getByLabel(/^Фамилия/).fill('Кравцов');
  await page.getByLabel(/^Имя/).fill('Алексей');
  await page.getByLabel(/^Действует на основании/).selectOption('Устав');
  await press(page, 'Сохранить');
  await page.getByText('Кравцов').first().waitFor();
  await open(page, card, 'files');
  await upload(page, 'Устав');
  await open(page, card, 'payment-details');
  await tellAccount(page, email);
  await page.goto(card);
  await applyForVerification(page);
  await verify(card, 'Устав');

  await open(page, card, 'rnko');
  await press(page, 'Заполнить');
  await fillQuestionnaire(page);
  await addOwner(page, '100');
  await press(page, 'Сохранить');
  await page.getByText('Анкета заполнена').waitFor();
  const review = await scenario.enter(await scenario.testApp.operator('verifier'), `${card}?tab=rnko`);
  await press(review.page, 'Взять на проверку');
  await press(review.page, 'Одобрить');
  await review.page.getByText('ждёт отправки').waitFor();
  const office = await scenario.enter(await scenario.testApp.operator('manager'), `${card}?tab=rnko`);
  await press(office.page, 'Отправить в РНКО');
  await office.page.getByText('РНКО рассматривает анкету').waitFor();
  await expect.poll(async () => (await scenario.rnko.questions()).at(-1)?.kind).toBe('form');
  await scenario.rnko.answer({ status: 'accepted' });
  await expect.poll(() => formStatus(page, legalEntityId)).toBe('accepted');
  await page.reload();
  await page.getByText('РНКО приняла анкету').waitFor();
  for (const one of [visitor, review, office]) await one.leave();
});
