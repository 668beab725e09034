import { expect, test } from 'vitest';
import { documents } from '#contract/documents/documents.ts';
import { settlements } from '#contract/settlements/settlements.ts';
import { addressOf } from './api.ts';

test('each parameter of an address is encoded, whatever signs it holds', () => {
  const odd = 'a/../b?c=d&e#f %2F';
  const { pathname, search, hash } = new URL(
    addressOf(documents.verify, { params: { code: odd } }),
    'https://example.org',
  );
  expect([pathname, search, hash]).toEqual([`/api/public/documents/${encodeURIComponent(odd)}`, '', '']);
  const list = new URL(addressOf(settlements.list, { query: { q: odd } }), 'https://example.org');
  expect([list.pathname, list.searchParams.get('q'), list.hash]).toEqual(['/api/loans', odd, '']);
});
