import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { filesUnder } from '../helpers/files/files.ts';
import { forgotten, isFree, type Lock, licenceOf } from '../helpers/lock.ts';

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, Record<string, string>>;
const lock = (JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Lock }).packages;
const dependencies = Object.entries({
  ...manifest.dependencies,
  ...manifest.devDependencies,
  ...manifest.optionalDependencies,
});

/**
 * Free, though with a duty to publish changes to their own files, which we do not change: a part of the bundler, and the
 * prebuilt library that draws photos, loaded as it comes.
 */
const licencesWeighed = /^node_modules\/(lightningcss(-[\w-]+)?|@img\/sharp-[\w-]+|xmlhttprequest-ssl)$/;

const generated = 'src/server/platform/database/schema.ts';
const sources = filesUnder(['src', 'scripts', 'test', 'bench', 'emulators']).filter(
  (file) => /\.(tsx?|mjs|css|sql)$/.test(file) && file !== generated,
);

it('the version is the newest one that the changelog tells of, and none there is older than the next', () => {
  const headings = [
    ...readFileSync('CHANGELOG.md', 'utf8').matchAll(/^## \[(\d+)\.(\d+)\.(\d+)\] — (\d{4}-\d\d-\d\d)$/gm),
  ];
  const numbers = headings.map(([, ...parts]) => parts.slice(0, 3).map(Number));
  const days = headings.map(([, , , , day]) => day!);
  expect(manifest['version']).toBe(numbers[0]?.join('.'));
  expect(lock['']).toMatchObject({ version: manifest['version'] });
  expect(days).toEqual(days.toSorted().toReversed());
  const higher = (one: readonly number[], other: readonly number[]) =>
    (one[0]! - other[0]!) * 1e6 + (one[1]! - other[1]!) * 1e3 + (one[2]! - other[2]!);
  expect(numbers).toEqual(numbers.toSorted(higher).toReversed());
});

describe('dependencies', () => {
  it('are pinned exactly', () => {
    expect(dependencies.length).toBeGreaterThan(0);
    expect(dependencies.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  });

  it('come from whatever registry the machine uses', () => {
    expect(Object.entries(lock).filter(([, { resolved }]) => resolved?.startsWith('http'))).toEqual([]);
  });

  it('are in the program what they were when they were chosen, from whatever registry: each has its hash', () => {
    const parts = Object.entries(lock).filter(([path, { dev }]) => path !== '' && !dev);
    expect(parts.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([]);
    expect(parts.length).toBeGreaterThan(50);
  });

  it('are known to the lock file for every platform (otherwise: node scripts/lock.mjs)', () => {
    expect(forgotten(lock)).toEqual([]);
  });

  it('carry free licences in the product', () => {
    const shipped = Object.entries(lock).filter(([path, { dev }]) => path !== '' && !dev);
    const chained = shipped
      .map(([path, locked]) => ({ path, licence: licenceOf(path, locked) }))
      .filter(({ path, licence }) => !isFree(licence) && !licencesWeighed.test(path));
    expect(shipped.length).toBeGreaterThan(0);
    expect(chained).toEqual([]);
  });
});

/** Migrations stand in the order of their numbers, and a test stands beside what it tests. */
const sourcesProper = sources.filter((file) => !/\.sql$|^src\/.*\.test\.tsx?$/.test(file));

describe('source files', () => {
  const texts = sources.map((file) => ({ file, text: readFileSync(file, 'utf8') }));
  const lengths = texts.map(({ file, text }) => ({ file, lines: text.split('\n').length - 1 }));

  it('have at most 400 lines', () => {
    expect(lengths.filter(({ file, lines }) => lines > 400 && !file.endsWith('.sql'))).toEqual([]);
  });

  it('of the program are short: half of them within 60 lines, nine of ten within 155 (docs/decisions/0137)', () => {
    const ownLengths = lengths
      .filter(({ file }) => /^src\/.*\.(tsx?|css)$/.test(file) && !file.includes('.test.'))
      .map(({ lines }) => lines)
      .toSorted((one, other) => one - other);
    const [median, ninth] = [0.5, 0.9].map((share) => ownLengths[Math.floor(ownLengths.length * share)]!);
    expect(ownLengths.length).toBeGreaterThan(1_000);
    expect(median).toBeLessThanOrEqual(60);
    expect(ninth).toBeLessThanOrEqual(155);
  });

  it('stand side by side in such numbers that a reader sees them all', () => {
    const folders = Map.groupBy(sourcesProper, (file) => file.slice(0, file.lastIndexOf('/')));
    const crowded = [...folders]
      .filter(([, files]) => files.length > 25)
      .map(([folder, { length }]) => `${folder}: ${length}`);
    expect(crowded).toEqual([]);
  });

  it('say in a docstring what each exported function and class promises', () => {
    const declared = /^export (?:default )?(?:abstract )?(?:async )?(?:function\*?|class) (\w+)/gm;
    const silent = texts
      .filter(({ file }) => /^src\/.*\.tsx?$/.test(file) && !file.includes('.test.'))
      .flatMap(({ file, text }) =>
        [...text.matchAll(declared)]
          // What overloads promise stands above the first of them.
          .filter(
            ({ index, 1: name }) =>
              !new RegExp(`\\*/\\s*$|\\bfunction ${name}\\b[^{]*;\\s*$`).test(
                text.slice(Math.max(0, index - 600), index),
              ),
          )
          .map(([, name]) => `${file} ${name}`),
      );
    expect(silent).toEqual([]);
  });

  it('leave no work for later', () => {
    expect(texts.filter(({ text }) => /\b(TO[D]O|FIX[M]E)\b/.test(text)).map(({ file }) => file)).toEqual([]);
  });

  it('ask the database for the day in Moscow, not for that of its session, which is in UTC', () => {
    const asked = texts.filter(({ file, text }) => file.endsWith('.ts') && /\bcurrent_dat[e]\b/i.test(text));
    expect(asked.map(({ file }) => file)).toEqual(['test/helpers/moscow-today.ts']);
  });
});

describe('the rules themselves', () => {
  it('tell free licences from others', () => {
    expect(['MIT', '(MIT OR GPL-3.0)', 'MIT AND ISC'].map(isFree)).toEqual([true, true, true]);
    expect(['GPL-3.0', 'MIT AND GPL-3.0', 'none', 'UNLICENSED'].map(isFree)).toEqual([false, false, false, false]);
  });

  it('notice a package that the lock file forgot', () => {
    const asked = { 'node_modules/a': { optionalDependencies: { 'a-darwin': '1.0.0' } } };
    expect(forgotten(asked)).toEqual(['node_modules/a → a-darwin']);
    expect(forgotten({ ...asked, 'node_modules/a-darwin': { version: '1.0.0' } })).toEqual([]);
  });
});
