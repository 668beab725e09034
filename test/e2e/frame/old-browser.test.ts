import { expect, test } from 'vitest';
import { heading } from '../helpers/acts.ts';
import { openScenario } from '../helpers/scenario.ts';

const scenario = openScenario();
const warning = /Ваш браузер устарел/;

test('a browser older than the protection of the pages is told so, and no other is', async () => {
  const visitor = await scenario.visit();
  const { page } = visitor;
  await page.goto('/signin');
  await heading(page, 'Вход');
  expect(await page.getByText(warning).isVisible()).toBe(false);
  // To an old browser the function of our colours is a word like any other.
  await page.route('**/*.css', async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ response: reply, body: (await reply.text()).replaceAll('light-dark(', 'unknown-colour(') });
  });
  await page.reload();
  await page.getByRole('alert').filter({ hasText: warning }).waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  await visitor.leave();
});

test('a browser without scripts is told that they are needed', async () => {
  const visitor = await scenario.visit({ javaScriptEnabled: false });
  await visitor.page.goto('/signin');
  // What stands there is no text to a search by words.
  const told = visitor.page.locator('noscript');
  expect([await told.isVisible(), await told.textContent()]).toEqual([
    true,
    'Для работы с «Уговором» включите JavaScript.',
  ]);
  await visitor.leave();
});
