import { expect, test } from 'vitest';
import { pagePath } from './page-path.ts';

test('a path is filled in, and what it has no place for is its query', () => {
  expect(pagePath('/approvals')).toBe('/approvals');
  expect(pagePath('/individual-{$id}', { id: 7, tab: 'life' })).toBe('/individual-7?tab=life');
  expect(pagePath('/registry-entry-{$key}', { key: [1, 22, 333] })).toBe('/registry-entry-1-22-333');
  expect(pagePath('/restore/$token', { token: 'a-b_c' })).toBe('/restore/a-b_c');
  expect(pagePath('/signin', { step: 'restore' })).toBe('/signin?step=restore');
  expect(pagePath('/security-events', { 'filter[kind][]': 'a&b' })).toBe('/security-events?filter[kind][]=a%26b');
});

test('a page that is not there, and a parameter that is missing, do not compile', () => {
  // @ts-expect-error -- no page has this path
  expect(pagePath('/settlements')).toBe('/settlements');
  // @ts-expect-error -- the number of the settlement is missing
  expect(() => pagePath('/settlement-{$id}', { number: 7 })).toThrow('/settlement-{$id}: nothing for {$id}');
});
