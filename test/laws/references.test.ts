import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { filesUnder } from '../helpers/files/files.ts';
import { brokenIn, isThere, type Places, readPage } from './rules/references.ts';

const folders = ['src', 'test', 'bench', 'scripts', 'emulators', 'docs', '.ci'];
const files = new Set([
  ...filesUnder(folders),
  ...[
    'README.md',
    'README.en.md',
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'CHANGELOG.md',
    'LICENSE',
  ].filter(existsSync),
  'vitest.config.ts',
  'vite.config.ts',
]);
const pagesOfDocs = [...files].filter((file) => /^(docs\/.*|[A-Z]+(\.en)?)\.md$/.test(file));
const places: Places = {
  files,
  pages: new Map(pagesOfDocs.map((file) => [file, readPage(readFileSync(file, 'utf8'))])),
};

/** Migrations are never changed; generated pages say what their sources say; the changelog tells of what was. */
const isLeftOut = (file: string): boolean =>
  /^(src\/server\/migrations\/|docs\/generated\/|docs\/specification\/|CHANGELOG)/.test(file) ||
  file.startsWith('test/laws/references.');
const texts = [...files].filter((file) => /\.(tsx?|mjs|css|md)$/.test(file) && !isLeftOut(file));

test('what comments and pages point at is there', () => {
  expect(texts.length).toBeGreaterThan(1_000);
  expect(texts.flatMap((file) => brokenIn(file, readFileSync(file, 'utf8'), places))).toEqual([]);
});

describe('the index of decisions', () => {
  const index = readFileSync('docs/decisions/README.md', 'utf8');
  const decisions = [...files].flatMap((file) => /^docs\/decisions\/(\d{4}-[\w-]+\.md)$/.exec(file)?.[1] ?? []).sort();

  test('names each decision once', () => {
    const named = [...index.matchAll(/^- \[(\d{4})\]\((\d{4}-[\w-]+\.md)\) \S/gm)];
    expect(named.map(([, , file = '']) => file).toSorted((one, other) => one.localeCompare(other))).toEqual(decisions);
    expect(named.filter(([, number = '', file = '']) => !file.startsWith(`${number}-`))).toEqual([]);
  });

  test('says which numbers there are not', () => {
    const numbers = decisions.map((file) => Number(file.slice(0, 4)));
    expect(new Set(numbers).size).toBe(numbers.length);
    const gaps = Array.from({ length: Math.max(...numbers) }, (_, at) => at + 1).filter(
      (one) => !numbers.includes(one),
    );
    const told = [...index.slice(index.indexOf('## Gaps')).matchAll(/\b\d{4}\b/g)].map(([number]) => Number(number));
    expect(told).toEqual(gaps);
  });
});

test('the table of ASVS names decisions that there are', () => {
  const named = readFileSync('scripts/docs/asvs/table.txt', 'utf8').matchAll(
    /решени[а-я]* (0\d{3}(?:(?:, | и )0\d{3})*)/g,
  );
  const numbers = [...named].flatMap(([, list = '']) => list.match(/0\d{3}/g) ?? []);
  expect(numbers.length).toBeGreaterThan(0);
  expect(numbers.filter((number) => !isThere(`docs/decisions/${number}-*`, files))).toEqual([]);
});

describe('the checker of references', () => {
  const page = readPage('# Domain\n## 7. Moves\n### 7.3 Settlement\n**TermsOffer**\n| E1–E3 | a |\n| MN3 | b |\n');
  const known: Places = {
    files: new Set([
      'docs/domain.md',
      'docs/quality.md',
      'docs/decisions/0034-bars.md',
      'src/domain/money.ts',
      'test/a.test.ts',
    ]),
    pages: new Map([
      ['docs/domain.md', page],
      ['docs/quality.md', page],
    ]),
  };
  const broken = (text: string, file = 'src/domain/money.ts') => brokenIn(file, text, known);

  test.each([
    ['a section', '/** (docs/domain.md §7.3, §7 E2–E3). */'],
    ['a section torn between two lines', '/**\n * See (docs/domain.md §7,\n * §7.3).\n */'],
    ['a name and a decision', '// docs/domain.md §7.3 TermsOffer, docs/decisions/0034\n// and domain/money.ts'],
    ['paths in two', '/* src/domain/{money}.ts, money.ts, `test/*.test.ts`, test/ */'],
    ['an id of the plan', "test('pays once (MN3)', () => {}); // docs/quality.md MN3", 'test/a.test.ts'],
    ['its own section and a link', 'See §7.3, [money](../src/domain/money.ts), [moves](#7-moves).', 'docs/domain.md'],
    ['a file that an example makes', 'Write `src/domain/cash.ts`, new.', 'docs/domain.md'],
    ['what only looks like one', "const path = 'src/nowhere.ts'; const signs = '§«'; // a § alone"],
  ])('lets %s pass', (_what, text, file?: string) => expect(broken(text, file)).toEqual([]));

  test.each([
    ['a page', '// docs/rules.md §1', 'no docs/rules.md'],
    ['a section', '/**\n * (docs/domain.md §7.3,\n * §8) */', 'docs/domain.md has no §8'],
    ['a section of a range', '// docs/domain.md §7.3–7.4', 'docs/domain.md has no §7.4'],
    ['an id', '// docs/domain.md §7.3 E4', 'docs/domain.md has no E4'],
    ['a name', '// docs/domain.md §7.3 TermsOffers.', 'docs/domain.md has no TermsOffers'],
    ['a page that is not said', '// as §7.3 says', '§7.3 names no page'],
    [
      'the other form',
      '// (domain rules, §7.3)',
      '§7.3 names no page',
      '«domain rules,» is not the form of a reference',
    ],
    ['a decision', '// docs/decisions/0035', 'no decision 0035'],
    ['a path', '// see domain/cash.ts', 'no domain/cash.ts'],
    ['a file', '/* cash.ts */', 'no cash.ts'],
  ])('finds a reference without %s', (_what, text, ...wrong) => {
    expect(broken(text)).toEqual(wrong.map((one) => `src/domain/money.ts:1 → ${one}`));
  });

  test('finds links, own sections and ids that lead nowhere', () => {
    expect(broken('§9, [cash](../src/cash.ts), [there](#there), (0035)', 'docs/decisions/0034-bars.md')).toHaveLength(
      3,
    );
    expect(broken('§9, [there](#there)', 'docs/domain.md')).toHaveLength(2);
    expect(broken("{ id: 'P99' } // MN4", 'bench/pay.ts')).toHaveLength(2);
  });
});
