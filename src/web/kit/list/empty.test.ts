import { expect, test } from 'vitest';
import { emptyBecause, emptyOfStatus } from './empty.ts';
import { verifiedTabs } from './table/verified.tsx';

const tabs = verifiedTabs({} as never);

test('a queue in which nobody waits is no failed search', () => {
  expect(emptyBecause({ page: 1, filter: {} }, tabs)).toBe('nothing');
  expect(emptyBecause({ page: 1, filter: { verificationStatus: ['pending'] } }, tabs)).toBe('status');
  expect(emptyBecause({ page: 1, filter: { verificationStatus: ['pending'] }, q: 'иванов' }, tabs)).toBe('search');
  expect(emptyBecause({ page: 1, filter: { verificationStatus: ['pending'], createdFrom: '2026-01-01' } }, tabs)).toBe(
    'search',
  );
  expect(emptyBecause({ page: 1, filter: { legalEntityId: 1 } }, undefined)).toBe('search');
});

test('a list that has become shorter than the page is not said to be empty', () => {
  expect(emptyBecause({ page: 2, filter: {} }, tabs)).toBe('page');
  expect(emptyBecause({ page: 2, filter: { verificationStatus: ['pending'] }, q: 'иванов' }, tabs)).toBe('page');
});

test('it says so in its own words, and any other status by its name', () => {
  expect(emptyOfStatus(['pending'], tabs)).toBe('Никто не ждёт проверки.');
  expect(emptyOfStatus(['blocked'], tabs)).toBe('Со статусом «Заблокировано» сейчас ничего нет.');
  expect(emptyOfStatus(['pending', 'blocked'], tabs)).toBe(
    'Со статусами «На верификации», «Заблокировано» сейчас ничего нет.',
  );
});
