import { describe, expect, test } from 'vitest';
import { password } from '#test/helpers/boot.ts';
import { fill, heading, newPassword, press } from '../helpers/acts.ts';
import { accessibilityFindings, type Visitor } from '../helpers/browser.ts';
import { openScenario } from '../helpers/scenario.ts';

const scenario = openScenario();
type Person = Visitor & { accountId: number; email: string };

async function enter(): Promise<Person> {
  const person = await scenario.testApp.individual();
  const visitor = await scenario.enter(person);
  await heading(visitor.page, 'Здравствуйте, Иван!');
  return { ...visitor, accountId: person.accountId, email: person.email };
}

/** Moves the end of the person's sessions; the last use says whether the next one moves it further. */
async function endIn(person: Person, seconds: number, secondsSinceUse = 0): Promise<void> {
  await scenario.testApp.app.database.pool.query(
    `update sessions set idle_expires_at = now() + make_interval(secs => $2), seen_at = now() - make_interval(secs => $3)
     where account_id = $1 and ended_at is null`,
    [person.accountId, seconds, secondsSinceUse],
  );
}
const endNow = (person: Person): Promise<unknown> =>
  scenario.testApp.app.database.pool.query('update sessions set ended_at = now() where account_id = $1', [
    person.accountId,
  ]);

const warning = 'Сеанс скоро закончится';

describe('the end of a session', () => {
  test('is told two minutes ahead, and «Продлить» moves it', async () => {
    const person = await enter();
    const { page } = person;
    await endIn(person, 123);
    await page.reload();
    await heading(page, 'Здравствуйте, Иван!');
    expect(await page.getByRole('alertdialog').count()).toBe(0);
    await heading(page, warning);
    await page.getByText(/^Вы выйдете автоматически через 1:5\d\.$/).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await endIn(person, 100, 120);
    await press(page, 'Продлить');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await person.leave();
  });

  test('signs out at exp, clears the person and leads to /, in every tab', async () => {
    const person = await enter();
    const { page } = person;
    const other = await person.newTab();
    await other.goto('/profile');
    await heading(other, 'Профиль');
    await endIn(person, 4);
    await page.reload();
    await heading(page, warning);
    for (const tab of [page, other]) {
      await tab.waitForURL((url) => url.pathname === '/');
      await heading(tab, 'Долг можно обсудить');
    }
    expect(await page.evaluate(() => localStorage.getItem('session'))).toBeNull();
    await person.leave();
  });

  test('that one tab has moved is moved in the other', async () => {
    const person = await enter();
    const { page } = person;
    await endIn(person, 60);
    await page.reload();
    await heading(page, warning);
    const other = await person.newTab();
    await endIn(person, 60, 120);
    await other.goto('/profile');
    await heading(other, 'Профиль');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await person.leave();
  });

  test('is asked of the server: a tab that has not heard of a later one signs nobody out', async () => {
    const person = await enter();
    const { page } = person;
    await endIn(person, 5);
    await page.reload();
    await heading(page, warning);
    await endIn(person, 3_000);
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/dashboard/individuals');
    expect((await page.request.get('/api/auth/me')).status()).toBe(200);
    await person.leave();
  });
});

test('a clock of the device that is hours wrong ends no session', async () => {
  const person = await scenario.testApp.individual();
  const { page, leave } = await scenario.visit();
  const cookies = [...person.client.cookies].map(([name, value]) => ({ name, value, url: scenario.testApp.url }));
  await page.context().addCookies(cookies);
  await page.addInitScript(() => {
    const right = Date.now;
    Date.now = () => right() + 2 * 3_600_000;
  });
  await page.goto('/profile');
  await heading(page, 'Профиль');
  await page.getByRole('link', { name: 'Мой кабинет' }).click();
  await heading(page, 'Здравствуйте, Иван!');
  expect(await page.getByRole('alertdialog').count()).toBe(0);
  await leave();
});

describe('a session that has ended in the middle of work', () => {
  const passwords = { 'Новый пароль': newPassword, 'Повторите новый пароль': newPassword };

  test('asks to sign in over the page, keeps the form and goes on', async () => {
    const person = await enter();
    const { page } = person;
    await page.goto('/profile');
    const form = page.locator('section').filter({ hasText: 'Сменить пароль' }).last();
    await form.getByLabel('Текущий пароль', { exact: true }).fill(password);
    for (const [label, value] of Object.entries(passwords)) await form.getByLabel(label, { exact: true }).fill(value);
    await endNow(person);
    await form.getByRole('button', { name: 'Сменить пароль' }).click();
    const dialog = page.getByRole('dialog', { name: 'Войдите снова' });
    await dialog.waitFor();
    expect(await dialog.getByLabel('Почта или телефон').inputValue()).toBe(person.email);
    expect(await form.getByLabel('Новый пароль', { exact: true }).inputValue()).toBe(newPassword);
    expect(await accessibilityFindings(page)).toEqual([]);
    await dialog.getByLabel('Пароль', { exact: true }).fill(password);
    await dialog.getByRole('button', { name: 'Войти' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Пароль изменён').first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/profile');
    await person.leave();
  });

  test('starts the page anew when another person signs in', async () => {
    const person = await enter();
    const stranger = await scenario.testApp.individual();
    const { page } = person;
    await page.goto('/profile');
    await heading(page, 'Профиль');
    await page.evaluate(() => Object.assign(globalThis, { before: true }));
    await endNow(person);
    await page.getByRole('link', { name: 'Мой кабинет' }).click();
    const dialog = page.getByRole('dialog', { name: 'Войдите снова' });
    await dialog.waitFor();
    await fill(page, { 'Почта или телефон': stranger.email });
    await dialog.getByLabel('Пароль', { exact: true }).fill(password);
    await dialog.getByRole('button', { name: 'Войти' }).click();
    await page.waitForFunction(() => !('before' in globalThis));
    await page.getByRole('button', { name: /^Учётная запись/ }).click();
    await page.getByText(stranger.email).first().waitFor();
    await person.leave();
  });

  test('may be given up: the sign-in page then leads back', async () => {
    const person = await enter();
    const { page } = person;
    await page.goto('/profile');
    await heading(page, 'Профиль');
    await endNow(person);
    // Whatever the page asks next finds the session ended; on a slow machine that may have happened before this click.
    await page.getByRole('link', { name: 'Мой кабинет' }).dispatchEvent('click');
    await page.getByRole('dialog').getByRole('button', { name: 'Выйти' }).click();
    await page.waitForURL(/\/signin\?to=/);
    await person.leave();
  });
});
