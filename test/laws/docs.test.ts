import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { operations } from '#contract/index.ts';
import { readRequirements } from '../../scripts/docs/asvs.ts';
import { declarationOf } from '../../scripts/docs/declarations.ts';
import { generatedPages } from '../../scripts/docs/pages.ts';
import { trials } from '../../scripts/soak/trials.ts';

const pages = await generatedPages();

describe('docs/generated is up to date (otherwise: npm run docs)', () => {
  test.each(Object.keys(pages))('%s', (file) => {
    expect(readFileSync(file, 'utf8')).toBe(pages[file]);
  });
});

test('docs/commands.md tells of each long trial and of each file of it', () => {
  const lines = readFileSync('docs/commands.md', 'utf8').split('\n');
  for (const [name, { env, files }] of Object.entries(trials)) {
    const [wanted] = Object.entries(env).map(([key, value]) => `\`${key}=${value}\``);
    for (const file of files) {
      expect(
        lines.filter((line) => line.includes(wanted!) && line.includes(`\`${file}\``)),
        name,
      ).toHaveLength(1);
    }
  }
});

test('the page of operations tells where each is declared', () => {
  const places = operations.map((operation) => ({ code: operation.code, place: declarationOf(operation) }));
  for (const { code, place } of places) {
    const [file = '', line = ''] = place.split(':');
    const text = readFileSync(file, 'utf8').split('\n')[Number(line) - 1]!;
    expect(text, code).toMatch(/'((GET|POST|PUT|PATCH|DELETE) )?\//);
  }
  expect(places.length).toBe(operations.length);
});

describe('the table of ASVS 5.0.0', () => {
  const requirements = readRequirements();

  test('has every requirement of the standard once, with its level', () => {
    expect(new Set(requirements.map(({ id }) => id)).size).toBe(requirements.length);
    const ofLevel = (level: number) => requirements.filter((one) => one.level === level).length;
    expect([1, 2, 3].map(ofLevel)).toEqual([70, 183, 92]);
    const chapters = Map.groupBy(requirements, ({ id }) => id.split('.')[0]!);
    expect([...chapters.values()].map(({ length }) => length)).toEqual([
      30, 13, 31, 16, 13, 47, 19, 13, 7, 36, 24, 12, 21, 13, 21, 17, 12,
    ]);
  });

  test('shows what it says is met, wholly or in part, and says why the rest is not', () => {
    for (const { id, state, gist, how, proof } of requirements) {
      expect(gist.length, id).toBeGreaterThan(3);
      expect(how.length, id).toBeGreaterThan(3);
      expect(proof !== null, id).toBe(state === 'met' || state === 'partly');
    }
  });

  test('names files that are there, and tests that are in them', () => {
    const missing = requirements.filter(({ proof }) => {
      if (proof === null) return false;
      if (!existsSync(proof.file)) return true;
      return proof.title !== null && !titlesOf(proof.file).some((title) => title.includes(proof.title!));
    });
    expect(missing.map(({ id, proof }) => `${id}: ${proof?.file} › ${proof?.title}`)).toEqual([]);
  });
});

/** What stands in quotes in a file of tests: the titles of its tests and of their cases among it. */
const titlesOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/'([^'\n]+)'|`([^`]+)`|"([^"\n]+)"/g)].map(
    ([, single, back, double]) => single ?? back ?? double ?? '',
  );
