import { expect, test } from 'vitest';
import { heading } from '../helpers/acts.ts';
import { openScenario } from '../helpers/scenario.ts';

const scenario = openScenario();
test.each(['thrown', 'rejected'])('an error that nobody has handled (%s) switches to the error page', async (how) => {
  const visitor = await scenario.enter(await scenario.testApp.operator('observer'));
  const { page } = visitor;
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
  const visitor = await scenario.visit();
  const { page } = visitor;
  for (const path of ['/nowhere', '/restore/no!token']) {
    await page.goto(path);
    await heading(page, 'Страница не найдена');
    expect(await page.getByRole('heading').count()).toBe(1);
    expect(await page.getByRole('link', { name: 'Вернуться на главную' }).getAttribute('href')).toBe('/');
  }
  await visitor.leave(/Page not found/i);
});
