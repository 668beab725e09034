import { expect, test, vi } from 'vitest';
import { ApiError } from '../kit/data/api.ts';
import { type Entry, guardPage } from './guards.ts';

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });

const entry: Entry = {
  routeId: '/signin',
  pathname: '/signin',
  href: '/signin?to=x',
  params: {},
  page: { title: 'Вход', open: true },
};

const refusalOf = async (change: Partial<Entry>): Promise<unknown> =>
  guardPage({ ...entry, ...change }).catch((error: unknown) => error);

test('a rule that nobody has declared is an error of the page', async () => {
  const error = await refusalOf({ page: { ...entry.page, rules: ['nobody'] } });
  expect(String(error)).toContain('Unknown route middleware');
});

test('an invalid path and one that no route has are 404, each in its own words and with the full path', async () => {
  const invalid = await refusalOf({ page: { ...entry.page, isValid: () => false } });
  expect(invalid).toBeInstanceOf(ApiError);
  expect(invalid).toMatchObject({ status: 404, message: 'Page Not Found: /signin?to=x' });
  expect(await refusalOf({ routeId: '/$' })).toMatchObject({ status: 404, message: 'Page not found: /signin?to=x' });
});

test('the guards run in the order of the specification: validity, authentication, sort preferences, rules', async () => {
  const order: string[] = [];
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => {
      order.push(key === 'session' ? 'authentication' : 'sort preferences');
      return null;
    },
    setItem: () => undefined,
  });
  const page = {
    ...entry.page,
    isValid: () => order.push('validity') > 0,
    get needs() {
      order.push('rules');
      return undefined;
    },
  };
  await guardPage({ ...entry, page });
  expect(order).toEqual(['validity', 'authentication', 'sort preferences', 'rules']);
});
