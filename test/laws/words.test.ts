import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filesUnder } from '../helpers/files/files.ts';

/** The names that the table of technical words forbids: those in its last column. */
const forbidden = readFileSync('docs/words.md', 'utf8')
  .split('## Технические слова')[1]!
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(1)
  .flatMap((line) => [...line.split('|')[3]!.matchAll(/`(\w+)`/g)].map(([, name]) => name!));

const sources = filesUnder(['src', 'test', 'bench', 'emulators', 'scripts']).filter(
  (file) => /\.(tsx?|mjs)$/.test(file) && !file.endsWith('laws/words.test.ts'),
);
const isComment = (line: string): boolean => /^\s*(\/\/|\*|\/\*)/.test(line);

test('no file uses a name that the table of words forbids', () => {
  expect(forbidden.length).toBeGreaterThan(20);
  const name = new RegExp(`\\b(${forbidden.join('|')})\\b`);
  const used = sources.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, at) => (!isComment(line) && name.test(line) ? [`${file}:${at + 1} ${name.exec(line)![0]}`] : [])),
  );
  expect(used).toEqual([]);
});
