import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import type { Signed } from '#test/helpers/boot.ts';
import { press } from '../helpers/acts.ts';
import { openScenario } from '../helpers/scenario.ts';

/** Two forms on one page: whatever one of them saves, the page is read anew behind the other. */
const scenario = openScenario();
const settings = '/internal/settings';
const companies = '/internal/operating-companies';
let administrator: Signed;
let colleague: Signed;
let third: Signed;
beforeEach(async () => {
  administrator = await scenario.testApp.operator('administrator');
  colleague = await scenario.testApp.operator('administrator');
  third = await scenario.testApp.operator('administrator');
});

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const settingsNow = async () => (await colleague.client.get(settings)).body;
async function turn(values: object): Promise<void> {
  const now = await settingsNow();
  const turned = await colleague.client.put(settings, { ...now.values, ...values, version: now.version });
  expect(turned.status, turned.text).toBe(200);
}
const companyNow = async () =>
  (await colleague.client.get(companies)).body.items.find(({ kind }: { kind: string }) => kind === 'platform');

/** Two others change who runs the platform. */
async function rename(name: string): Promise<void> {
  const proposed = await colleague.client.post(companies, { ...(await companyNow()), name });
  expect(proposed.status, proposed.text).toBe(204);
  const { items } = (await third.client.get('/api/approvals?filter[status][]=pending')).body;
  const decided = await third.client.post(`/api/approvals/${items[0].id}/decision`, { decision: 'approve' });
  expect(decided.status, decided.text).toBe(200);
}

test('a form is saved over what was seen when it was opened: what others saved meanwhile is told, not undone', async () => {
  const { page, leave } = await scenario.enter(administrator, '/settings');
  const open = () =>
    page
      .getByRole('button', { name: /^Изменить: / })
      .first()
      .click();
  await open();
  await field(page, 'Телефон').fill('+7 (495) 111-22-33');
  const before = (await companyNow()).name;
  await rename('ООО «Новый уговор»');
  const read = page.waitForResponse((one) => one.url().endsWith(companies));
  await field(page, 'Готовая выгрузка').fill('3');
  await press(page, 'Сохранить');
  await read;
  expect(await field(page, 'Наименование').inputValue()).toBe(before);
  await press(page, 'Предложить');
  await page.getByText('Запись изменена другим пользователем. Закройте форму и откройте её снова').waitFor();
  expect((await companyNow()).name).toBe('ООО «Новый уговор»');
  await press(page, 'Отменить');
  await open();
  await expect.poll(() => field(page, 'Наименование').inputValue()).toBe('ООО «Новый уговор»');
  await leave();
});

test('what is being typed stays when the page is read anew, and what a colleague has saved stands beside it', async () => {
  const { page, leave } = await scenario.enter(administrator, '/settings');
  /** Proposes something in the other form of the page. */
  const saveBeside = async (phone: string): Promise<void> => {
    const read = page.waitForResponse((one) => one.url().endsWith(settings) && one.request().method() === 'GET');
    await page
      .getByRole('button', { name: /^Изменить: / })
      .first()
      .click();
    await field(page, 'Телефон').fill(phone);
    await press(page, 'Предложить');
    await read;
  };
  await field(page, 'Решение вдвоём').fill('6');
  await turn({ exportDays: 4, approvalDays: 5 });
  await saveBeside('+7 (495) 111-22-44');
  expect(await field(page, 'Решение вдвоём').inputValue()).toBe('6');

  // What the colleague has saved cannot be read at once: that is said, and the form may be sent again.
  await page.route(`**${settings}`, (route) => (route.request().method() === 'GET' ? route.abort() : route.continue()));
  await press(page, 'Сохранить');
  await page.getByText('Нет связи с сервером').first().waitFor();
  await page.unroute(`**${settings}`);
  await press(page, 'Сохранить');
  const conflict = page.getByRole('dialog', { name: 'Запись изменена другим пользователем' });
  await press(conflict, 'Сохранить выбранное');
  await page.getByText('Изменения сохранены').first().waitFor();
  expect((await settingsNow()).values).toMatchObject({ exportDays: 4, approvalDays: 6 });

  // The form stays on the page and goes on from what it has saved.
  await field(page, 'Решение вдвоём').fill('7');
  await press(page, 'Сохранить');
  await expect.poll(async () => (await settingsNow()).values.approvalDays).toBe(7);
  expect(await conflict.count()).toBe(0);
  await leave(/Failed to load resource/);
});
