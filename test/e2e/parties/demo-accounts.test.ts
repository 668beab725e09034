import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { demoEntrance } from '#server/demo/entrance.ts';
import { makeEverybody } from '#server/demo/world.ts';
import { heading, signOut } from '../helpers/acts.ts';
import { flawsOf } from '../helpers/looks.ts';
import { openScenario } from '../helpers/scenario.ts';

const scenario = openScenario();
const offer = 'Войти для пробы';

describe('the sign-in page of the demonstration', () => {
  beforeAll(async () => {
    const { app } = scenario.testApp;
    await makeEverybody(app.database.db, app.secrets);
  });
  beforeEach(() => {
    scenario.testApp.app.demoEntrance = demoEntrance;
  });
  afterAll(() => {
    scenario.testApp.app.demoEntrance = undefined;
  });

  test('lets a visitor be one of each group at a press, and brings him where that one belongs', async () => {
    const greetings = { individual: /^Здравствуйте, /, employee: 'Физлица', operator: 'Физлица' };
    const visitor = await scenario.visit();
    const { page } = visitor;
    for (const { kind, accounts } of demoEntrance.groups) {
      const { login, name, about } = accounts.at(-1)!;
      await page.goto('/signin');
      await page.getByRole('button', { name: `${name} ${about}` }).click();
      await page.getByRole('heading', { name: greetings[kind], level: 1 }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/dashboard/individuals');
      const me = await page.evaluate(async () => (await fetch('/api/auth/me')).json() as Promise<{ email: string }>);
      expect(me.email).toBe(login);
      await signOut(page);
      await heading(page, 'Долг можно обсудить');
    }
    await visitor.leave();
  });

  test('whoever does not get in sees why at the form, filled for another press', async () => {
    scenario.testApp.app.demoEntrance = { ...demoEntrance, password: 'another-1-password' };
    const visitor = await scenario.visit();
    const { page } = visitor;
    await page.goto('/signin');
    for (let attempt = 1; attempt <= 2; attempt++) {
      const answer = page.waitForResponse('**/internal/auth/operator/signin');
      await page.getByRole('button', { name: 'Ольга Орлова Администратор' }).click();
      expect((await answer).status()).toBe(401);
      await page.getByText('Неверный логин или пароль').waitFor();
      expect(await page.getByLabel('Почта или телефон').inputValue()).toBe('admin@demo.test');
      expect(await page.getByRole('radio', { name: 'Оператор' }).isChecked()).toBe(true);
    }
    await visitor.leave();
  });

  test('looks right on each device in each theme', async () => {
    const visitor = await scenario.visit();
    const { page } = visitor;
    await page.goto('/signin');
    await heading(page, offer);
    expect(await flawsOf(page)).toEqual([]);
    await visitor.leave();
  });
});

test('the sign-in page of a configured server offers nobody', async () => {
  const visitor = await scenario.visit();
  const { page } = visitor;
  const loaded = page.waitForResponse(/\/demo-accounts-[^/]+\.js$/);
  const answer = await page.goto('/signin');
  expect(await answer!.text()).not.toContain('demo-entrance');
  await (await loaded).finished();
  await page.getByRole('radio', { name: 'Оператор' }).check();
  expect(await page.getByText(offer).count()).toBe(0);
  await visitor.leave();
});
