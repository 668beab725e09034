import { expect, test, vi } from 'vitest';
import { ApiError } from '../kit/data/api.ts';
import { type Me, signedIn } from '../kit/session/session.ts';
import { guardPage, type Visit } from './guards.ts';

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });

const visit: Visit = {
  routeId: '/signin',
  pathname: '/signin',
  href: '/signin?to=x',
  params: {},
  page: { title: 'Вход', open: true },
};

const refusalOf = async (change: Partial<Visit>): Promise<unknown> =>
  guardPage({ ...visit, ...change }).catch((error: unknown) => error);

test('a rule that nobody has declared is an error of the page', async () => {
  const error = await refusalOf({ page: { ...visit.page, rules: ['nobody'] } });
  expect(String(error)).toContain('Unknown route middleware');
});

test('an invalid path and one that no route has are 404, each in its own words and with the full path', async () => {
  const invalid = await refusalOf({ page: { ...visit.page, isValid: () => false } });
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
    ...visit.page,
    isValid: () => order.push('validity') > 0,
    get needs() {
      order.push('rules');
      return undefined;
    },
  };
  await guardPage({ ...visit, page });
  expect(order).toEqual(['validity', 'authentication', 'sort preferences', 'rules']);
});

test('whoever is signed in is led past the front door, but not past an invitation or a registration', async () => {
  vi.useFakeTimers();
  signedIn({ id: 1, exp: Date.now() / 1000 + 3_600 } as Me);
  const at = (href: string) => refusalOf({ pathname: href.split('?')[0]!, href });
  expect(await at('/signup')).toMatchObject({ options: { to: '/dashboard/individuals' } });
  expect(await at('/signin?to=/signup?invitation=x')).toMatchObject({ options: { to: '/dashboard/individuals' } });
  for (const href of ['/signup?invitation=x', '/signup?from=y&invitation=x', '/signup/employee/x']) {
    expect(await at(href)).toBeUndefined();
  }
  vi.useRealTimers();
});
