import type { Page } from 'playwright-core';
import { agree, fill, followLetter, heading, newPassword, press } from './acts.ts';

export const aboutPerson = { Фамилия: 'Кузнецова', Имя: 'Анна' };
export const forEntry = { Телефон: '+7 (916) 123-45-67', Пароль: newPassword, 'Повторите пароль': newPassword };

/** Registers a debtor; the letter is on its way. */
export async function signUpDebtor(page: Page, email: string): Promise<void> {
  await page.goto('/signup');
  await fill(page, { ...aboutPerson, 'Дата рождения': '03.02.1991', Почта: email, ...forEntry });
  await agree(page);
  await press(page, 'Зарегистрироваться');
  await heading(page, 'Письмо отправлено');
}

/** Registers a company with its head. */
export async function signUpCompany(page: Page, email: string): Promise<void> {
  await page.goto('/signup');
  await page.getByRole('radio', { name: 'Компания' }).check();
  const company = { ИНН: '7728168971', 'Полное наименование': 'ООО «Гамма»', 'Краткое наименование': 'Гамма Плюс' };
  await fill(page, { ...company, ...aboutPerson, Почта: email, ...forEntry });
  await agree(page);
  await press(page, 'Зарегистрироваться');
  await heading(page, 'Письмо отправлено');
}

/** Comes in by the letter. */
export async function confirm(page: Page, email: string): Promise<void> {
  await followLetter(page, email);
  await fill(page, { Пароль: newPassword });
  await press(page, 'Подтвердить и войти');
}
