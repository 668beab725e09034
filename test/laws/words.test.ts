import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { filesUnder } from '../helpers/files/files.ts';
import { forbiddenIn, namesOf, patternsOf, searchFor, taughtIn } from './rules/words.ts';

const page = readFileSync('docs/words.md', 'utf8');
const forbidden = forbiddenIn(page);

/** Migrations before this one are older than the law, and are never changed. */
const firstBound = '0115';
const isOlder = (file: string): boolean => (/migrations\/(\d{4})/.exec(file)?.[1] ?? firstBound) < firstBound;
const files = filesUnder(['src', 'test', 'bench', 'emulators', 'scripts']).filter(
  (file) => /\.(tsx?|mjs|css|sql)$/.test(file) && !isOlder(file) && !/laws\/words\.(test\.)?ts$/.test(file),
);

/** The code of a problem of a row, which databases keep. */
const stored: ReadonlySet<string> = new Set(['IN_DEAL']);

test('no file is called, and names nothing, by a name that the tables of words forbid', () => {
  expect(forbidden.length).toBeGreaterThan(20);
  const wordIn = searchFor(forbidden);
  const patternIn = patternsOf(forbidden);
  const used = files.flatMap((file) => {
    const own = file.split('/').map(wordIn).find(Boolean) ?? patternIn(file);
    const named = [...namesOf(file, readFileSync(file, 'utf8'))]
      .filter(([name]) => !stored.has(name) && wordIn(name) !== undefined)
      .map(([name, line]) => `${file}:${line} ${name} (${wordIn(name)})`);
    return [...(own === undefined ? [] : [`${file} (${own})`]), ...named];
  });
  expect(used).toEqual([]);
});

test('each name of code that the tables teach is in the code', () => {
  const taught = taughtIn(page);
  expect(taught.length).toBeGreaterThan(60);
  const used = new Set(files.flatMap((file) => [...namesOf(file, readFileSync(file, 'utf8')).keys()]));
  expect(taught.filter((name) => !used.has(name))).toEqual([]);
});

describe('the search for forbidden names', () => {
  const wordIn = searchFor(['deal', 'lockTable', 'Told']);

  test.each([
    'deal',
    'deals',
    'DEAL_WORDS',
    'lockedDeal',
    'locked-deals.module.css',
    'lock_table',
    'Told',
    'reallyLockTables',
  ])('finds %s', (name) => expect(wordIn(name)).toBeDefined());

  test.each(['ideal', 'dealt', 'told', 'ToldPacked', 'lock', 'tableLock'])('lets %s pass', (name) =>
    expect(wordIn(name)).toBeUndefined(),
  );

  test('reads the last column of each table of a page', () => {
    const tables =
      '| a | b | c | d |\n|---|---|---|---|\n| x | `good` | — | `deal` (это x), loan |\n\n| y | `Good` | `*.acts.ts` |';
    expect(forbiddenIn(tables)).toEqual(['deal', '*.acts.ts']);
    expect(patternsOf(['*.acts.ts'])('src/server/money.acts.ts')).toBe('*.acts.ts');
    expect(patternsOf(['*.acts.ts'])('src/server/facts.ts')).toBeUndefined();
  });

  test('reads code and SQL without comments and sentences', () => {
    const code = "// a deal\nconst sum = 'no deal here';\nconst one = ['CODE', sql`select deal_id`];";
    expect([...namesOf('a.ts', code)]).toEqual([
      ['const', 2],
      ['sum', 2],
      ['one', 3],
      ['CODE', 3],
      ['sql', 3],
      ['select', 3],
      ['deal_id', 3],
    ]);
    expect([...namesOf('1.sql', 'drop table a; -- deal')].map(([name]) => name)).toEqual(['drop', 'table', 'a']);
  });
});
