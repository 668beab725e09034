import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { filesUnder } from '../helpers/files/files.ts';
import { expressionsIn, hostileTo } from './rules/regexes.ts';

/** Longer than most fields may be. What goes over it more often than in pairs of its signs does not come to an end. */
const length = 2_000;
/** Far more than the slowest of ours takes on a busy machine, and nothing beside what a hungry one would. */
const patienceMs = 15_000;

/** Whether looking through all of the texts comes to an end. */
function ends(pattern: RegExp, texts: readonly string[], timeout: number): boolean {
  try {
    runInNewContext('for (const text of texts) pattern.test(text)', { pattern, texts }, { timeout });
    return true;
  } catch {
    return false;
  }
}

test('no expression of the program looks at a hostile text again and again', { timeout: 600_000 }, () => {
  const sources = filesUnder(['src/contract', 'src/domain', 'src/server']).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  );
  const found = sources.flatMap((file) => expressionsIn(file, readFileSync(file, 'utf8')));
  const once = [...new Map(found.map((one) => [String(one.pattern), one])).values()];
  const hungry = once.filter(({ pattern }) => !ends(pattern, hostileTo(pattern, length), patienceMs));
  expect(once.length).toBeGreaterThan(100);
  expect(hungry.map(({ place, pattern }) => `${place} ${pattern}`)).toEqual([]);
});

test.each(['^(a+)+$', '^(\\d|\\d\\d)*x$', '^\\w+(-?\\w+)*$'])('one that would, %s, is found', (source) => {
  const pattern = new RegExp(source);
  expect(ends(pattern, hostileTo(pattern, 60), 1_000)).toBe(false);
});

test('expressions are told from divisions, comments and texts', () => {
  const text = "const a = b / c / d; // /no+/\nconst e = '/no/'; const f = x.test(/y[/]+/u) ? 1 : 2;";
  expect(expressionsIn('file', text).map(({ place, pattern }) => [place, String(pattern)])).toEqual([
    ['file:2', '/y[/]+/u'],
  ]);
});
