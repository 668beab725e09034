import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Booted, password } from '../boot.ts';
import { heading, type SignInKind, signIn } from './acts.ts';
import { accessibilityFindings, openBrowser, openHouse, visit } from './browser.ts';

let house: Booted;
let browser: Browser;
const people: Partial<Record<SignInKind, string>> = {};
beforeAll(async () => {
  house = await openHouse();
  browser = await openBrowser();
  people.Физлицо = (await house.individual({ phone: '+79165550104', inn: '500100732259' })).email;
  people.Оператор = (await house.operator('administrator')).email;
  people.Компания = (await house.employee({ legalEntityId: await house.company(), role: 'head' })).email;
  await house.anonymous().post('/api/auth/restore-password', { email: people.Физлицо });
});
afterAll(async () => {
  await browser.close();
  await house.stop();
});

const token = 'x'.repeat(43);
/** Every page by the person who looks at it, with the heading by which it is known. */
const pages: { who?: SignInKind; path: string; title: string | RegExp }[] = [
  { path: '/', title: 'Долг можно обсудить' },
  { path: '/signin', title: 'Вход' },
  { path: '/signup', title: 'Регистрация' },
  { path: `/signup/individual/${token}`, title: 'Подтвердите почту' },
  { path: `/restore/${token}`, title: 'Задайте новый пароль' },
  { path: '/mailbox', title: 'Почтовый ящик демонстрации' },
  { path: '/no/such/page', title: 'Страница не найдена' },
  { who: 'Физлицо', path: '/dashboard/individuals', title: 'Здравствуйте, Иван!' },
  { who: 'Физлицо', path: '/profile', title: 'Профиль' },
  { who: 'Физлицо', path: '/dashboard/legal-entities', title: 'Что-то пошло не так' },
  { who: 'Компания', path: '/dashboard/legal-entities', title: 'Юрлица' },
  { who: 'Оператор', path: '/dashboard/individuals', title: 'Физлица' },
  { who: 'Оператор', path: '/dashboard/legal-entities', title: 'Юрлица' },
];

/** Parts of the page that stick out to the side, which a phone could only reach by scrolling sideways. */
const sticksOut = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describe.each([
  { device: 'a phone', width: 390, height: 844 },
  { device: 'a desk', width: 1280, height: 800 },
])('on $device', ({ width, height }) => {
  test.each(['light', 'dark'] as const)(
    'every page is accessible, fits, and keeps its content policy: %s',
    async (theme) => {
      const found: string[] = [];
      for (const who of [undefined, 'Физлицо', 'Компания', 'Оператор'] as const) {
        const visitor = await visit(browser, house, { viewport: { width, height }, colorScheme: theme });
        const { page } = visitor;
        if (who) {
          await page.goto('/signin');
          await signIn(page, who, people[who]!, password);
          await page.waitForURL(/dashboard/);
        }
        for (const { path, title } of pages.filter((one) => one.who === who)) {
          await page.goto(path);
          await heading(page, title);
          await page.waitForLoadState('networkidle');
          const findings = await accessibilityFindings(page);
          if ((await sticksOut(page)) > 0) findings.push('wider than the screen');
          found.push(...findings.map((finding) => `${who ?? 'stranger'} ${path}: ${finding}`));
          expect(await page.locator('html').getAttribute('data-theme')).toBe(theme);
        }
        await visitor.leave();
      }
      expect(found).toEqual([]);
    },
    90_000,
  );
});
