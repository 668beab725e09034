import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Booted, password } from '../boot.ts';
import { heading, signIn } from './acts.ts';
import { openBrowser, openHouse, visit } from './browser.ts';

let house: Booted;
let browser: Browser;
beforeAll(async () => {
  house = await openHouse();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await house.stop();
});

test.each(['thrown', 'rejected'])('an error that nobody has handled (%s) switches to the error page', async (how) => {
  const visitor = await visit(browser, house);
  const { page } = visitor;
  await page.goto('/signin');
  await signIn(page, 'Оператор', (await house.operator('observer')).email, password);
  await heading(page, 'Физлица');
  await page.evaluate((kind) => {
    if (kind === 'rejected') void Promise.reject(new Error('Нечаянно'));
    else
      setTimeout(() => {
        throw new Error('Нечаянно');
      });
  }, how);
  await heading(page, 'Что-то пошло не так');
  await heading(page, 'Возникла ошибка - 500');
  expect(await page.getByRole('heading').allTextContents()).toEqual(['Что-то пошло не так', 'Возникла ошибка - 500']);
  await page.getByRole('link', { name: 'Вернуться на главную' }).click();
  await heading(page, 'Физлица');
  await visitor.leave(/Нечаянно|Что-то пошло не так/);
});

test('an unknown path and an invalid one show the 404 page: one heading, one outlined link to /', async () => {
  const visitor = await visit(browser, house);
  const { page } = visitor;
  for (const path of ['/nowhere', '/restore/no!token']) {
    await page.goto(path);
    await heading(page, 'Страница не найдена');
    expect(await page.getByRole('heading').count()).toBe(1);
    expect(await page.getByRole('link', { name: 'Вернуться на главную' }).getAttribute('href')).toBe('/');
  }
  await visitor.leave(/Page not found/i);
});
