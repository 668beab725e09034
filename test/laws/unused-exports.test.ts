import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { filesUnder } from '../helpers/files/files.ts';
import { unusedExports } from './rules/unused-exports.ts';

const files = [
  ...filesUnder(['src', 'test', 'bench', 'scripts', 'emulators']).filter((file) => /\.(tsx?|mjs)$/.test(file)),
  'vite.config.ts',
  'vitest.config.ts',
];
const sources = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
/** Every table has its type there, whoever needs it. */
const generated = 'src/server/platform/database/schema.ts';

/** What nobody takes yet or takes by its name, and why it stays. */
const kept: Readonly<Record<string, string>> = {
  'src/web/prerender.tsx draw': 'the build loads this file and calls it',
};

describe('an export of src', () => {
  const unused = unusedExports(sources).filter(({ file }) => file !== generated);

  it('is taken by somebody besides its tests', () => {
    const known = unused.filter(({ file, name }) => !(`${file} ${name}` in kept));
    expect(known.map(({ file, line, name }) => `${file}:${line} ${name}`)).toEqual([]);
  });

  it('stands among those that stay only while nobody takes it', () => {
    const names = new Set(unused.map(({ file, name }) => `${file} ${name}`));
    expect(Object.keys(kept).filter((name) => !names.has(name))).toEqual([]);
  });
});

describe('the reading of exports', () => {
  const unusedOf = (texts: Readonly<Record<string, string>>) =>
    unusedExports(new Map(Object.entries(texts))).map(({ name }) => name);

  it('finds what no file takes, and what is taken only by a test and not used beside it', () => {
    const own = 'export const taken = 1;\nexport const inner = 2;\nexport function untaken() {}\nconst user = inner;\n';
    const rule = 'export type Rule = 1;\nexport const rule = (): Rule => 1;\n';
    expect(
      unusedOf({
        'src/domain/own.ts': own,
        'src/domain/rule.ts': rule,
        'src/domain/user.ts': "import { taken } from './own.ts';\n",
        'src/domain/own.test.ts': "import { inner } from './own.ts';\nimport { rule } from './rule.ts';\n",
      }),
    ).toEqual(['untaken', 'Rule', 'rule']);
  });

  it('follows new names, defaults, whole modules, files loaded later and added types', () => {
    expect(
      unusedOf({
        'src/web/parts.ts': 'export const a = 1;\nexport { b as c };\nexport default a;\nexport interface Paths {}\n',
        'src/web/late.ts': 'export const part = 1;\nexport const other = 2;\n',
        'src/web/whole.ts': 'export const one = 1;\nexport const two = 2;\n',
        'src/web/main.ts':
          "import part, { a as b, c } from './parts.ts';\nimport type * as all from '#web/whole.ts';\nall.one;\n" +
          "declare module './parts.ts' { interface Paths {} }\nconst late = async () => (await import('./late.ts')).part;\n",
      }),
    ).toEqual(['other', 'two']);
  });
});
