import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Signed } from '#test/helpers/boot.ts';
import { letterTo } from '#test/helpers/mail/letters.ts';
import { generateRegistry, type Lender, makeLender, rowsOf } from '#test/registries/helpers/scenario.ts';
import { press } from '../helpers/acts.ts';
import { flawsOf } from '../helpers/looks.ts';
import { openScenario } from '../helpers/scenario.ts';

const scenario = openScenario();
const phone = { viewport: { width: 390, height: 844 } };
const claims = rowsOf('full', generateRegistry(73, 'microlender'), 0, 3);
let lender: Lender;
let head: Signed;
let manager: Signed;
let debtor: Signed & { individualId: number };

beforeAll(async () => {
  lender = await makeLender(scenario.testApp, { verificationStatus: 'verified', shortName: 'ООО МКК «Сигма»' });
  head = await scenario.testApp.employee({ legalEntityId: lender.id, role: 'head' });
  manager = await scenario.testApp.employee({ legalEntityId: lender.id, role: 'manager' });
  const inn = claims[0]!['debtorInn']!;
  debtor = await scenario.testApp.individual({ inn, verificationStatus: 'verified' });
  await lender.load(
    'full',
    claims.map((row) => ({ ...row, debtorInn: inn })),
  );
});

async function sign(page: Page, { email }: Signed): Promise<void> {
  const code = page.getByRole('dialog').getByLabel('Код из письма');
  await code.waitFor();
  await code.fill(/: (\d{6})$/m.exec((await letterTo(scenario.testApp, email)).text)![1]!);
  await page.keyboard.press('Enter');
}

/** The debtor asks about a claim, the manager opens the bargaining. @returns where it is, and the whole debt in kopecks */
async function bargain(index: number): Promise<{ path: string; debt: number }> {
  const own = (await debtor.client.get(`/api/individuals/${debtor.individualId}/registry-entries`)).body.items;
  const claim = own[index];
  const asked = await debtor.client.post(
    `/api/individuals/${debtor.individualId}/questionnaires/create-by/legal-entity/${claim.legalEntityId}/registry/${claim.registryId}/registry-entry/${claim.id}`,
    {},
  );
  const { id, version } = asked.body;
  const opened = await manager.client.post(
    `/api/individuals/${debtor.individualId}/questionnaires/${id}/negotiate/${lender.id}`,
    { version },
  );
  const settlement = (await debtor.client.get(`/api/loans/${opened.body.settlementId}`)).body;
  return { path: `/settlement-${settlement.id}`, debt: settlement.debtTotal };
}

const typed = (kopecks: number): string => (kopecks / 100).toFixed(2).replace('.', ',');
const put = async (page: Page, amount: number) => {
  await page.getByLabel('Точная сумма, ₽').fill(typed(amount));
  await page.getByLabel('Точная сумма, ₽').press('Enter');
};

test('a head publishes conditions under his code; they answer a debtor at once, and both read why', async () => {
  const desk = await scenario.enter(head, `/legal-entity-${lender.id}?tab=policy`);
  const { page } = desk;
  await press(page, 'Задать условия');
  for (const [label, value] of [
    ['Не меньше при оплате сразу, % долга', '70'],
    ['Не меньше при рассрочке, % долга', '70'],
    ['Только руководитель ниже, % долга', '80'],
  ] as const) {
    await page.getByLabel(label).fill(value);
  }
  await press(page, 'Опубликовать новую версию');
  await page.getByText('Сначала получите код и введите его').waitFor();
  await press(page, 'Получить код');
  const code = page.getByLabel('Код из письма');
  await code.waitFor();
  await code.fill(/: (\d{6})$/m.exec((await letterTo(scenario.testApp, head.email)).text)![1]!);
  await press(page, 'Опубликовать новую версию');
  await page.getByText(/^Версия 1/).waitFor();
  await press(page, 'Проверить на примере');
  await press(page, 'Проверить');
  await page.getByText('Решает строка 1').waitFor();
  await desk.leave();

  const { path, debt } = await bargain(0);
  const visitor = await scenario.enter(debtor, `${path}?step=offer`, phone);
  const mobile = visitor.page;
  await put(mobile, Math.ceil(debt * 0.5));
  await press(mobile, 'Предложить эти условия');
  await sign(mobile, debtor);
  await mobile.getByText('Кредитор предлагает заплатить').waitFor();
  await mobile.getByText('По условиям кредитора сделано встречное предложение').click();
  await mobile.getByText('Сумма ниже допустимой для такого графика').waitFor();
  const clerk = await scenario.enter(manager, path);
  await clerk.page.getByText('По условиям кредитора сделано встречное предложение').click();
  await clerk.page.getByText('Сумма ниже допустимой для такого графика').waitFor();
  await Promise.all([visitor.leave(), clerk.leave()]);
});

test('what is typed and is no right sum or day is told at its field, and nothing is signed until it is put right', async () => {
  const { path, debt } = await bargain(2);
  const visitor = await scenario.enter(debtor, `${path}?step=offer`, phone);
  const { page } = visitor;
  const sum = page.getByLabel('Точная сумма, ₽');
  const day = page.getByLabel('Первый платёж');
  const action = page.getByRole('button', { name: 'Предложить эти условия' });
  const closed = () => action.getAttribute('aria-disabled');
  await action.waitFor();
  for (const wrong of ['0', '000', '-500', 'много', typed(debt + 100)]) {
    await sum.fill(wrong);
    await sum.press('Enter');
    await expect.poll(() => sum.getAttribute('aria-invalid'), { message: wrong }).toBe('true');
    expect(await closed(), wrong).toBe('true');
  }
  await put(page, debt);
  await expect.poll(closed).not.toBe('true');
  for (const wrong of ['', '31.02.2027', '01.01.2020']) {
    await day.fill(wrong);
    await day.blur();
    await expect.poll(() => day.getAttribute('aria-invalid'), { message: wrong }).toBe('true');
    expect(await closed(), wrong).toBe('true');
  }
  await day.fill('29.12.2026');
  await expect.poll(closed).not.toBe('true');
  const count = page.getByLabel('Другое число');
  for (const wrong of ['2,5', '2.5', '', '0', '61']) {
    await count.fill(wrong);
    await expect.poll(() => count.getAttribute('aria-invalid'), { message: wrong }).toBe('true');
    expect(await count.inputValue()).toBe(wrong);
    expect(await closed(), wrong).toBe('true');
  }
  await count.fill('2');
  await expect.poll(closed).not.toBe('true');
  // Years to wait are allowed, and told.
  await day.fill(`29.12.${new Date().getFullYear() + 10}`);
  await page.getByText(/^Первый платёж только 29\.12\.\d{4}, больше чем через год/).waitFor();
  expect(await closed()).not.toBe('true');
  await visitor.leave();
});

test('below them a manager asks, and the head says yes with a comment and his code', async () => {
  const { path, debt } = await bargain(1);
  const clerk = await scenario.enter(manager, path);
  const { page } = clerk;
  await page.getByRole('link', { name: 'Предложить условия' }).click();
  await put(page, Math.ceil(debt * 0.75));
  await page.getByText('Ниже условий компании').waitFor();
  await press(page, 'Попросить руководителя');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Почему стоит согласиться').fill('Больше с него не взять, платит сразу');
  await dialog.getByRole('button', { name: 'Попросить руководителя' }).click();
  await page.getByText('Ждёт решения руководителя').waitFor();
  expect(await flawsOf(page)).toEqual([]);

  const desk = await scenario.enter(head, '/approvals');
  await desk.page.getByRole('table', { name: 'Решения вдвоём' }).locator('[data-opener]').first().click();
  await desk.page.getByText('Больше с него не взять').last().waitFor();
  expect(await flawsOf(desk.page)).toEqual([]);
  await desk.page.getByLabel('Комментарий менеджеру').fill('Хорошо, но это последнее');
  await press(desk.page, 'Согласиться и подписать');
  await sign(desk.page, head);
  await desk.page.getByText('Вы согласились, подпись поставлена').waitFor();

  await page.reload();
  await page.getByText(/^Руководитель согласен/).waitFor();
  await page.getByText('Хорошо, но это последнее').waitFor();
  await page.getByText('Ждём ответа').first().waitFor();
  await Promise.all([clerk.leave(), desk.leave()]);

  const visitor = await scenario.enter(debtor, path, phone);
  await visitor.page.getByText('Кредитор предлагает заплатить').waitFor();
  expect(await visitor.page.getByText('Руководитель согласен').count()).toBe(0);
  await visitor.leave();
});
