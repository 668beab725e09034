import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filesUnder } from '../helpers/files/files.ts';

const isComment = (line: string): boolean => /^\s*(\/\*\*?|\*|\/\/)/.test(line);

test('no word of a page lets the sign of the rouble stand alone on a line', () => {
  const torn = filesUnder(['src/web'])
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('src/web/dev/'))
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, index) => (/ ₽/.test(line) && !isComment(line) ? [`${file}:${index + 1}`] : [])),
    );
  expect(torn).toEqual([]);
});
