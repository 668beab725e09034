import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { filesUnder } from '../helpers/files/files.ts';
import { absentNames, namesIn } from './rules/comment-names.ts';

const files = [
  ...filesUnder(['src', 'test', 'bench', 'scripts', 'emulators']).filter((file) =>
    /\.(tsx?|mjs|css|sql|json|html)$/.test(file),
  ),
  'package.json',
  'vite.config.ts',
  'vitest.config.ts',
].filter((file) => !file.endsWith('laws/comment-names.test.ts'));
const sources = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));

test('what comments name is there', () => {
  const known = namesIn(sources);
  const withComments = [...sources].filter(([file]) => /\.(tsx?|mjs|css)$/.test(file));
  expect(withComments.length).toBeGreaterThan(1_000);
  expect(withComments.flatMap(([file, text]) => absentNames(file, text, known))).toEqual([]);
});

describe('the reading of comments', () => {
  const known = namesIn(
    new Map([
      ['a.ts', '// hidden\nconst pay = (ctx) => ctx.within;'],
      ['b.sql', 'select fee -- gone'],
    ]),
  );
  const absent = (text: string) => absentNames('a.ts', text, known).map((line) => line.slice('a.ts:1 '.length));

  test('finds names that stand in no code, also torn from the next line', () => {
    expect(absent('/** As `pay`, `ctx.within`, `fee` and `pay(hidden)`\n * do. */')).toEqual([]);
    expect(absent('// As `hidden`\n// and `ctx.gone` do, `not code at all`.')).toEqual(['`hidden`', '`ctx.gone`']);
  });

  test.each([
    ['a parameter', 'export function pay(id: number) {}'],
    ['a part of one', 'export const pay = async ({ id }: Paid): Promise<void> => {}'],
    ['one behind types that are functions', 'function pay<Part extends (props: never) => Node>(id: Part): void {}'],
    ['one of a method', 'pay(id: number): void;'],
  ])('takes %s for one', (_what, code) => expect(absent(`/** @param id whose */\n${code}`)).toEqual([]));

  test('finds parameters that the function has not', () => {
    expect(absent('/** @param place whose */\nfunction pay({ id }: Paid) {}')).toEqual(['@param place']);
    expect(absent('/** @param id whose */\ninterface Paid { id: number; pay(id: number): void }')).toEqual([
      '@param id',
    ]);
  });
});
