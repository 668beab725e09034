import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { operations } from '#contract/index.ts';
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
