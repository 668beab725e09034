import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { flawsOf } from '../helpers/looks.ts';
import { openScenario } from '../helpers/scenario.ts';

const scenario = openScenario();

test('an administrator follows the log of the application and opens a line', async () => {
  const { page } = await scenario.enter(await scenario.testApp.operator('administrator'), '/log');
  const log = page.getByRole('log');
  await log
    .getByText(/request/)
    .first()
    .waitFor();
  const line = { level: 50, time: new Date().toISOString(), requestId: 'incident-1', msg: 'что-то сломалось' };
  appendFileSync(join(scenario.testApp.app.config.dataDir, 'logs', 'app.log'), `${JSON.stringify(line)}\n`);
  const added = log.getByText('что-то сломалось');
  await added.waitFor();
  await added.click();
  await log.getByText('incident-1').waitFor();
  expect(await flawsOf(page)).toEqual([]);
  await page.getByLabel(/Важность/).selectOption('error');
  await expect.poll(() => log.getByText(/^request/).count()).toBe(0);
  await added.waitFor();
});

test('an administrator turns what the log holds, and sees who has turned what', async () => {
  const { page } = await scenario.enter(await scenario.testApp.operator('administrator'), '/log');
  await page.getByText('Пока никто ничего не менял').waitFor();
  await page.getByLabel('Считать запрос медленным от').fill('70000');
  await page.getByRole('button', { name: 'Применить' }).click();
  await expect.poll(() => page.getByLabel('Считать запрос медленным от').getAttribute('aria-invalid')).toBe('true');
  await page.getByLabel('Считать запрос медленным от').fill('1500');
  await page.getByRole('button', { name: 'Применить' }).click();
  await page.getByText('Считать запрос медленным от: 0 миллисекунд → 1500 миллисекунд').waitFor();
  expect(await flawsOf(page)).toEqual([]);
  const observer = await scenario.enter(await scenario.testApp.operator('observer'), '/log');
  await observer.page
    .getByRole('link', { name: 'Скачать' })
    .or(observer.page.getByRole('button', { name: 'Скачать' }))
    .first()
    .waitFor();
  expect(await observer.page.getByText('Считать запрос медленным от').count()).toBe(0);
});

test('an administrator turns a setting of the platform, and both sides of a race are shown', async () => {
  const who = await scenario.testApp.operator('administrator');
  const { page } = await scenario.enter(who, '/settings');
  await page.getByText('Пока никто ничего не менял').waitFor();
  const limit = page.getByLabel('Готовая выгрузка');
  expect(await limit.inputValue()).toBe('1');
  await limit.fill('20');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await page.getByText('Допустимо 1–7 дней').last().waitFor();
  expect(await flawsOf(page)).toEqual([]);
  await limit.fill('2');
  const { values, version } = (await who.client.get('/internal/settings')).body;
  await who.client.put('/internal/settings', { ...values, feedbackDays: 45, version });
  await page.getByRole('button', { name: 'Сохранить' }).click();
  const differences = page.getByRole('dialog');
  await differences.getByText('Оценка урегулирования').waitFor();
  await differences.getByRole('button').last().click();
  await page.getByText('Готовая выгрузка: 1 день → 2 дня').waitFor();
  await page.getByText('Оценка урегулирования: 30 дней → 45 дней').waitFor();
  expect((await who.client.get('/internal/settings')).body.values).toMatchObject({
    exportDays: 2,
    feedbackDays: 45,
  });
});
