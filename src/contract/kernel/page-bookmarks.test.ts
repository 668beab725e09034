import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PageBookmarks } from './page-bookmarks.ts';

let bookmarks: PageBookmarks<string>;
beforeEach(() => {
  bookmarks = new PageBookmarks();
});
afterEach(() => {
  vi.useRealTimers();
});

const read = (...pages: number[]): void => {
  for (const page of pages) bookmarks.keep(page, `of ${page}`);
};

test('whoever turns a leaf goes on from the page before him, whatever he has read', () => {
  read(1, 2, 3);
  expect(bookmarks.forPage(4)).toBe('of 3');
  expect(bookmarks.forPage(2)).toBe('of 3');
  read(2);
  expect(bookmarks.forPage(3)).toBe('of 2');
});

test('whoever comes back finds a page where he has left it, and goes on from it', () => {
  read(1, 2, 3, 4, 5);
  expect(bookmarks.forPage(2)).toBe('of 2');
  expect(bookmarks.forPage(5)).toBe('of 5');
  read(2);
  expect(bookmarks.forPage(6)).toBe('of 5');
});

test('a page beside one that was read goes on from that; one beside none stands at its number', () => {
  read(5, 9);
  expect(bookmarks.forPage(6)).toBe('of 5');
  expect(bookmarks.forPage(4)).toBe('of 5');
  expect(bookmarks.forPage(7)).toBe(undefined);
});

test('the first page is the list as it begins, but for whoever comes backwards', () => {
  read(1, 2, 3);
  expect(bookmarks.forPage(1)).toBe(undefined);
  read(2);
  expect(bookmarks.forPage(1)).toBe('of 2');
  read(1);
  expect(bookmarks.forPage(1)).toBe(undefined);
});

test('after five minutes he begins anew', () => {
  vi.useFakeTimers();
  read(1);
  vi.advanceTimersByTime(299_000);
  expect(bookmarks.forPage(2)).toBe('of 1');
  vi.advanceTimersByTime(2_000);
  expect(bookmarks.forPage(2)).toBe(undefined);
});
