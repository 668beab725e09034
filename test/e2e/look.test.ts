import { beforeAll, expect, test } from 'vitest';
import type { Signed } from '../boot.ts';
import { heading, type SignInKind } from './acts.ts';
import { flawsOf } from './looks.ts';
import { openStage } from './stage.ts';

const stage = openStage();
const people: Partial<Record<SignInKind, Signed>> = {};
beforeAll(async () => {
  people.Физлицо = await stage.house.individual({ phone: '+79165550104', inn: '500100732259' });
  people.Оператор = await stage.house.operator('administrator');
  people.Компания = await stage.house.employee({ legalEntityId: await stage.house.company(), role: 'head' });
  await stage.house.anonymous().post('/api/auth/restore-password', { email: people.Физлицо.email });
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
    { path: '/notifications', title: 'Уведомления' },
    { path: '/dashboard/legal-entities', title: 'Что-то пошло не так' },
  ],
  Компания: [{ path: '/dashboard/legal-entities', title: 'Юрлица' }],
  Оператор: [
    { path: '/dashboard/individuals', title: 'Физлица' },
    { path: '/dashboard/legal-entities', title: 'Юрлица' },
  ],
};

test.each(Object.keys(pages) as (keyof typeof pages)[])(
  'every page is accessible, fits a phone and a desk, and keeps its content policy, by day and by night: %s',
  async (who) => {
    const visitor = who === 'Никто' ? await stage.visit() : await stage.enter(people[who]!);
    const { page } = visitor;
    const found: string[] = [];
    for (const { path, title } of pages[who]) {
      await page.goto(path);
      await heading(page, title);
      await page.waitForLoadState('networkidle');
      found.push(...(await flawsOf(page)).map((finding) => `${path}: ${finding}`));
    }
    expect(found).toEqual([]);
    await visitor.leave(/Page Not Found|Что-то пошло не так/i);
  },
);
