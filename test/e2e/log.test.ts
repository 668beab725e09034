import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { flawsOf } from './looks.ts';
import { openStage } from './stage.ts';

const stage = openStage();

test('an administrator follows the log of the application and opens a line', async () => {
  const { page } = await stage.enter(await stage.house.operator('administrator'), '/log');
  const log = page.getByRole('log');
  await log
    .getByText(/request/)
    .first()
    .waitFor();
  const line = { level: 50, time: new Date().toISOString(), requestId: 'incident-1', msg: 'что-то сломалось' };
  appendFileSync(join(stage.house.app.config.dataDir, 'logs', 'app.log'), `${JSON.stringify(line)}\n`);
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
  const { page } = await stage.enter(await stage.house.operator('administrator'), '/log');
  await page.getByText('Пока никто ничего не менял').waitFor();
  await page.getByLabel('Считать запрос медленным от, мс').fill('70000');
  await page.getByRole('button', { name: 'Применить' }).click();
  await expect.poll(() => page.getByLabel('Считать запрос медленным от, мс').getAttribute('aria-invalid')).toBe('true');
  await page.getByLabel('Считать запрос медленным от, мс').fill('1500');
  await page.getByRole('button', { name: 'Применить' }).click();
  await page.getByText('Считать запрос медленным от, мс: 0 → 1500').waitFor();
  expect(await flawsOf(page)).toEqual([]);
  const observer = await stage.enter(await stage.house.operator('observer'), '/log');
  await observer.page.getByText('Считать запрос медленным от, мс: 0 → 1500').waitFor();
  expect(await observer.page.getByRole('button', { name: 'Применить' }).count()).toBe(0);
});
