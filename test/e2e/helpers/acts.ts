import type { Locator, Page } from 'playwright-core';

export const newPassword = 'лес-Ветер-7-поле';
export type SignInKind = 'Физлицо' | 'Компания' | 'Оператор';

/** Waits until the page has this heading. */
export const heading = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('heading', { name }).first().waitFor();

export async function fill(page: Page | Locator, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
}

export const press = (page: Page | Locator, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

/** Fills the sign-in form of the page and sends it. */
export async function signIn(page: Page, kind: SignInKind, login: string, password: string): Promise<void> {
  await page.getByRole('radio', { name: kind }).check();
  await fill(page, { 'Почта или телефон': login, Пароль: password });
  await press(page, 'Войти');
}

/** Leaves by the menu of the person; whoever goes on before the server has heard of it would still be signed in. */
export async function signOut(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: /^Учётная запись/ });
  await menu.click();
  await press(page, 'Выйти');
  await menu.waitFor({ state: 'detached' });
}

/** Ticks the consents without which nobody is registered. */
export async function agree(page: Page): Promise<void> {
  for (const box of await page.getByRole('checkbox', { name: /обязательно/ }).all()) await box.check();
}

/** Opens the mailbox page and follows the link of the newest letter to this address. */
export async function followLetter(page: Page, address: string): Promise<void> {
  await page.goto('/mailbox');
  const letter = page
    .locator('section')
    .filter({ hasText: `Кому: ${address}` })
    .first();
  await letter.getByRole('link').first().click();
}
