import { check } from '../check.ts';

/** What ends a line, or turns the order in which a text is read: control characters and the marks of direction of Unicode. */
const UNSEEN = /[\p{Cc}\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;
const UNSEEN_RUNS = new RegExp(`${UNSEEN.source}+`, 'gu');

/** Whether a text is one line of characters that are seen as they are kept. */
export const checkOneLine = check(
  (text) => !UNSEEN.test(text),
  'Пишите одной строкой: без переносов и невидимых знаков',
);

/** A text as one such line: what was not to be seen becomes a space. */
export const oneLine = (text: string): string => text.replace(UNSEEN_RUNS, ' ');

/**
 * Somebody's own words in «guillemets» that nothing inside can close: inner quotes become „others“, so that no words of one side
 * read as a clause of both.
 */
export function quoted(words: string): string {
  let isOpen = false;
  const inner = oneLine(words)
    .trim()
    .replace(/[«»‹›„“”"]/gu, (mark) => {
      isOpen = mark === '"' || mark === '“' ? !isOpen : '«‹„'.includes(mark);
      return isOpen ? '„' : '“';
    });
  return `«${inner}»`;
}
