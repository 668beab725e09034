import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { password, type Signed } from '#test/helpers/boot.ts';
import { papers } from '#test/helpers/papers.ts';
import { heading, press } from '../helpers/acts.ts';
import { openScenario } from '../helpers/scenario.ts';

const scenario = openScenario();
let administrator: Signed;
let second: Signed;
beforeAll(async () => {
  administrator = await scenario.testApp.operator('administrator');
  second = await scenario.testApp.operator('administrator');
});

const inns = ['500100732259', '770708389324', '643909418561', '771234567859'];

/** Somebody whose application waits for a verifier. */
async function applicant(lastName: string): Promise<Signed & { individualId: number; path: string }> {
  const person = await scenario.testApp.individual({ lastName, inn: inns.pop()! });
  const path = `/api/individuals/${person.individualId}`;
  await person.client.patch(path, { ...papers, version: 1 });
  await person.client.post(`${path}/verification`, { version: 2 });
  return { ...person, path };
}

/** Moves by Tab until the element has the focus, as somebody without a mouse does. */
async function tabTo(page: Page, element: Locator): Promise<void> {
  await element.waitFor();
  for (let steps = 0; steps < 120; steps++) {
    if (await element.evaluate((one) => one === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never comes to ${element.toString()}`);
}

const statusOf = async (path: string): Promise<string> =>
  (await administrator.client.get(path)).body.verificationStatus;

test('an operator signs in, finds a person and verifies him by the keyboard alone', async () => {
  const person = await applicant('Клавишин');
  const visitor = await scenario.visit();
  const { page } = visitor;
  const press = (key: string) => page.keyboard.press(key);
  await page.goto('/signin');
  await tabTo(page, page.getByRole('radio', { name: 'Физлицо' }));
  await press('ArrowRight');
  await press('ArrowRight');
  await tabTo(page, page.getByLabel('Почта или телефон'));
  await page.keyboard.type(administrator.email);
  await press('Tab');
  await page.keyboard.type(password);
  await press('Enter');
  await heading(page, 'Физлица');
  await tabTo(page, page.getByRole('searchbox').first());
  await page.keyboard.type('Клавишин');
  const found = page.getByRole('link', { name: /Клавишин/ });
  await found.waitFor();
  await tabTo(page, found);
  await press('Enter');
  await heading(page, 'Клавишин Иван Иванович');
  await tabTo(page, page.getByRole('button', { name: 'Подтвердить' }));
  await press('Enter');
  await page.getByRole('alertdialog').waitFor();
  await press('Enter');
  await page.getByText('Данные подтверждены').waitFor();
  expect(await statusOf(person.path)).toBe('verified');
  await visitor.leave();
});

test('an application is returned with remarks, and the person sees them at his fields', async () => {
  const person = await applicant('Замечаев');
  // Only verifiers return applications.
  const verifier = await scenario.testApp.operator('verifier');
  const desk = await scenario.enter(verifier, `/individual-${person.individualId}`);
  await press(desk.page, 'Вернуть с замечаниями');
  const dialog = desk.page.getByRole('dialog', { name: 'Вернуть с замечаниями' });
  await dialog.getByLabel('Причина').fill('Мало');
  await dialog.getByLabel('Причина').blur();
  await dialog.getByText('Это поле должно быть минимум 10 знаков').waitFor();
  await dialog.getByLabel('Причина').fill('Паспорт не читается');
  await dialog.getByLabel(/^Паспорт/).fill('Проверьте номер');
  await dialog.getByRole('button', { name: 'Вернуть с замечаниями' }).click();
  await desk.page.getByText('Анкета возвращена с замечаниями').waitFor();
  await desk.leave();

  const own = await scenario.enter(person, `/individual-${person.individualId}`);
  await own.page.getByText('Замечание: Проверьте номер').waitFor();
  await own.page.getByText('Паспорт не читается').first().waitFor();
  await press(own.page, 'Изменить данные');
  const field = own.page.getByLabel('Паспорт: серия и номер');
  const described = await field.getAttribute('aria-describedby');
  expect(await own.page.locator(`[id="${described!.split(' ')[0]}"]`).textContent()).toBe('Замечание: Проверьте номер');
  await field.fill('4510456124');
  await press(own.page, 'Сохранить');
  await field.waitFor({ state: 'detached' });
  await press(own.page, 'Отправить на верификацию');
  await own.page.getByRole('alertdialog').getByRole('button', { name: 'Отправить на верификацию' }).click();
  await own.page.getByText('Анкета отправлена на проверку').waitFor();
  await own.page.getByText('Проверьте номер').waitFor({ state: 'detached' });
  const edit = own.page.getByRole('button', { name: /Изменить данные/ });
  expect(await edit.getAttribute('aria-disabled')).toBe('true');
  expect(await edit.getAttribute('title')).toContain('сначала отзовите');
  await own.leave();
});

test('hidden data are shown for a reason, and the audit knows who asked and why', async () => {
  const person = await applicant('Скрытнев');
  const desk = await scenario.enter(administrator, `/individual-${person.individualId}`);
  const { page } = desk;
  await page.getByText('45** ***123').waitFor();
  await press(page, 'Показать');
  const dialog = page.getByRole('dialog', { name: 'Показать скрытые данные' });
  await dialog.getByRole('button', { name: 'Показать' }).click();
  await dialog.getByText('Поле должно быть заполнено').waitFor();
  await dialog.getByLabel('Причина').fill('Сверка с анкетой');
  await dialog.getByRole('button', { name: 'Показать' }).click();
  await page.getByText('45 10 456123').waitFor();
  await page.getByText('Показаны скрытые данные').first().waitFor();
  const { items } = (await administrator.client.get('/internal/audit-log?filter[action]=reveal')).body;
  expect(items[0]).toMatchObject({
    accountId: administrator.accountId,
    objectType: 'individuals',
    objectId: person.individualId,
    reason: 'Сверка с анкетой',
  });
  await page.reload();
  await page.getByText('45** ***123').waitFor();
  await desk.leave();
});

test('a block is proposed by one and approved on the card by another, never by the same', async () => {
  const person = await applicant('Блоков');
  const desk = await scenario.enter(administrator, `/individual-${person.individualId}`);
  await press(desk.page, 'Ещё действия');
  await press(desk.page, 'Заблокировать');
  const dialog = desk.page.getByRole('dialog', { name: 'Заблокировать' });
  await dialog.getByLabel('Причина').fill('Чужие документы');
  await dialog.getByRole('button', { name: 'Заблокировать' }).click();
  await desk.page.getByText('«Чужие документы»').waitFor();
  expect(await desk.page.getByRole('button', { name: 'Утвердить' }).count()).toBe(0);
  await press(desk.page, 'Ещё действия');
  const again = desk.page.getByRole('button', { name: /^Заблокировать/ });
  expect(await again.getAttribute('aria-disabled')).toBe('true');
  expect(await again.getAttribute('title')).toContain('ждёт второго человека');
  await desk.leave();

  const other = await scenario.enter(second, `/individual-${person.individualId}`);
  await press(other.page, 'Утвердить');
  await other.page.getByRole('alertdialog').getByRole('button', { name: 'Утвердить' }).click();
  await other.page.getByText('Заблокировано').first().waitFor();
  expect(await statusOf(person.path)).toBe('blocked');
  await other.leave();
});
