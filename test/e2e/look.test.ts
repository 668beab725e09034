import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
const pages: Record<SignInKind | 'Никто', { path: string; title: string }[]> = {
  Никто: [
    { path: '/', title: 'Долг можно обсудить' },
    { path: '/signin', title: 'Вход' },
    { path: '/signup', title: 'Регистрация' },
    { path: `/signup/individual/${token}`, title: 'Подтвердите почту' },
    { path: `/restore/${token}`, title: 'Задайте новый пароль' },
    { path: '/mailbox', title: 'Почтовый ящик демонстрации' },
    { path: '/no/such/page', title: 'Страница не найдена' },
  ],
  Физлицо: [
    { path: '/dashboard/individuals', title: 'Здравствуйте, Иван!' },
    { path: '/profile', title: 'Профиль' },
    { path: '/dashboard/legal-entities', title: 'Что-то пошло не так' },
  ],
  Компания: [{ path: '/dashboard/legal-entities', title: 'Юрлица' }],
  Оператор: [
    { path: '/dashboard/individuals', title: 'Физлица' },
    { path: '/dashboard/legal-entities', title: 'Юрлица' },
  ],
};
const devices = [
  { device: 'phone', width: 390, height: 844 },
  { device: 'desk', width: 1280, height: 800 },
];
const themes = ['light', 'dark'] as const;

/** How far the page sticks out to the side, which a phone could only reach by scrolling sideways. */
const excessWidth = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** What is wrong with the open page on each device in each theme. */
async function look(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const { device, width, height } of devices) {
    await page.setViewportSize({ width, height });
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme });
      await page.locator(`html[data-theme=${theme}]`).waitFor();
      const findings = await accessibilityFindings(page);
      if ((await excessWidth(page)) > 0) findings.push('wider than the screen');
      found.push(...findings.map((finding) => `${device}, ${theme}: ${finding}`));
    }
  }
  return found;
}

test.each(Object.keys(pages) as (keyof typeof pages)[])(
  'every page is accessible, fits a phone and a desk, and keeps its content policy, by day and by night: %s',
  async (who) => {
    const visitor = await visit(browser, house);
    const { page } = visitor;
    if (who !== 'Никто') {
      await page.goto('/signin');
      await signIn(page, who, people[who]!, password);
      await page.waitForURL(/dashboard/);
    }
    const found: string[] = [];
    for (const { path, title } of pages[who]) {
      await page.goto(path);
      await heading(page, title);
      await page.waitForLoadState('networkidle');
      found.push(...(await look(page)).map((finding) => `${path}: ${finding}`));
    }
    expect(found).toEqual([]);
    await visitor.leave(/Page Not Found|Что-то пошло не так/i);
  },
  120_000,
);
