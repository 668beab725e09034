import { generateSync } from 'otplib';
import { describe, expect, test } from 'vitest';
import { password } from '#test/helpers/boot.ts';
import { fill, heading, press, signIn, signOut } from '../helpers/acts.ts';
import { type Visitor } from '../helpers/browser.ts';
import { openScenario } from '../helpers/scenario.ts';

const scenario = openScenario();
async function asIndividual(): Promise<Visitor> {
  const visitor = await scenario.enter(await scenario.testApp.individual());
  await heading(visitor.page, 'Здравствуйте, Иван!');
  return visitor;
}

describe('the guards', () => {
  test('lead a stranger to the sign-in and, once he is in, to the page he wanted', async () => {
    const { email } = await scenario.testApp.operator('observer');
    const visitor = await scenario.visit();
    const { page } = visitor;
    await page.goto('/dashboard/legal-entities?limit=20');
    await page.waitForURL(/\/signin\?/);
    await signIn(page, 'Оператор', email, password);
    await page.waitForURL(/\/dashboard\/legal-entities\?limit=20$/);
    await heading(page, 'Юрлица');
    await visitor.leave();
  });

  test('never lead to another site after the sign-in', async () => {
    const { email } = await scenario.testApp.individual();
    const visitor = await scenario.visit();
    const { page } = visitor;
    for (const to of ['//evil.example/x', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      await page.goto(`/signin?to=${encodeURIComponent(to)}`);
      await signIn(page, 'Физлицо', email, password);
      await heading(page, 'Здравствуйте, Иван!');
      expect(new URL(page.url()).origin).toBe(scenario.testApp.url);
      await signOut(page);
      await heading(page, 'Долг можно обсудить');
    }
    await visitor.leave();
  });

  test('lead who is in away from the front door to his first page', async () => {
    const visitor = await asIndividual();
    for (const path of ['/', '/signin', '/signup', '/dashboard']) {
      await visitor.page.goto(path);
      await heading(visitor.page, 'Здравствуйте, Иван!');
      expect(new URL(visitor.page.url()).pathname).toBe('/dashboard/individuals');
    }
    await visitor.leave();
  });
});

describe('the front page', () => {
  test('tells a visitor by his ИНН how to see what is offered to him, and no more', async () => {
    const visitor = await scenario.visit();
    const { page } = visitor;
    await page.goto('/');
    await page.getByRole('link', { name: 'Узнать по ИНН' }).click();
    await fill(page, { 'ИНН физлица': '500100732259' });
    await press(page, 'Проверить');
    await page.getByText('Если по этому ИНН есть предложения').waitFor();
    await visitor.leave();
  });
});

describe('the error page', () => {
  test.each(['/no/such/page', '/signup/individual/no!token'])('says that %s is not there', async (path) => {
    const visitor = await scenario.visit();
    await visitor.page.goto(path);
    await heading(visitor.page, 'Страница не найдена');
    await visitor.page.getByRole('link', { name: 'Вернуться на главную' }).click();
    await heading(visitor.page, 'Долг можно обсудить');
    await visitor.leave(/Page Not Found/i);
  });

  test('tells a person that a section is not his', async () => {
    const visitor = await asIndividual();
    await visitor.page.goto('/dashboard/legal-entities');
    await heading(visitor.page, 'Что-то пошло не так');
    await heading(visitor.page, 'Возникла ошибка - 403');
    // Beneath the headings of the specification: what is closed, and whom to ask.
    await visitor.page.getByText('Страница «Юрлица» закрыта для вашей учётной записи').waitFor();
    await visitor.page.getByText('напишите в поддержку').waitFor();
    await visitor.page.getByRole('link', { name: 'Вернуться на главную' }).click();
    await visitor.page.getByRole('main').waitFor();
    await visitor.leave(/закрыта для вашей учётной записи/);
  });
});

test('a password is hidden until it is asked for, and may be pasted', async () => {
  const visitor = await scenario.visit();
  const { page } = visitor;
  await page.goto('/signin');
  const field = page.getByLabel('Пароль', { exact: true });
  const typeOf = () => field.getAttribute('type');
  expect([await typeOf(), await field.getAttribute('autocomplete')]).toEqual(['password', 'current-password']);
  await press(page, 'Показать пароль');
  expect(await typeOf()).toBe('text');
  await press(page, 'Скрыть пароль');
  expect(await typeOf()).toBe('password');
  // Whatever would forbid it would say so by the event of pasting.
  const isFree = await field.evaluate((input) =>
    input.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true })),
  );
  expect(isFree).toBe(true);
  await visitor.leave();
});

test('signing out in one tab ends the session in the other', async () => {
  const visitor = await asIndividual();
  const other = await visitor.newTab();
  await other.goto('/profile');
  await heading(other, 'Профиль');
  await signOut(visitor.page);
  await other.waitForURL((url) => url.pathname === '/');
  await heading(other, 'Долг можно обсудить');
  await other.goto('/profile');
  await other.waitForURL(/\/signin/);
  await visitor.leave();
});

test('the second factor is turned on in the profile and asked for at the next sign-in', async () => {
  const { email } = await scenario.testApp.operator('manager');
  const visitor = await scenario.visit();
  const { page } = visitor;
  await page.goto('/signin?to=/profile');
  await signIn(page, 'Оператор', email, password);
  await heading(page, 'Второй фактор входа');
  const card = page.locator('section').filter({ hasText: 'Второй фактор входа' });
  await card.getByLabel('Пароль', { exact: true }).fill(password);
  await press(page, 'Включить');
  const secret = (await page.getByText(/^[A-Z2-7]{16,}$/).textContent())!;
  await fill(page, { 'Код из приложения': generateSync({ secret }) });
  await press(page, 'Подтвердить');
  await heading(page, 'Коды восстановления');
  expect(await card.getByRole('listitem').count()).toBe(10);
  await press(page, 'Я сохранил коды');
  await page
    .getByText('Включён: при входе и при смене пароля, почты и телефона спрашивается код из приложения.')
    .waitFor();
  await signOut(page);
  await page.goto('/signin');
  await signIn(page, 'Оператор', email, password);
  await heading(page, 'Подтвердите вход');
  await fill(page, { Код: '000000' });
  await press(page, 'Войти');
  await page.getByText('Неверный код второго фактора').waitFor();
  // A code works once, and one of the next half minute is taken: a slow machine has that long to send either.
  const inHalfMinute = Math.floor(Date.now() / 1000) + 30;
  await fill(page, { Код: generateSync({ secret, epoch: inHalfMinute }) });
  await press(page, 'Войти');
  await heading(page, 'Физлица');
  await visitor.leave();
});

test('no token can be read by the scripts of the page', async () => {
  const visitor = await asIndividual();
  const { page } = visitor;
  const cookies = await page.context().cookies();
  const tokens = cookies.filter(({ name }) => name === 'session' || name === 'device').map(({ value }) => value);
  expect(tokens).toHaveLength(2);
  const seen = await page.evaluate(() =>
    JSON.stringify([
      document.cookie,
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      location.href,
      document.body.innerHTML,
    ]),
  );
  expect(tokens.filter((token) => seen.includes(token))).toEqual([]);
  await visitor.leave();
});
