import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filesUnder } from '../helpers/files/files.ts';

/** A cast by force says that the types are wrong; so many stand where a library's or the compiler's own end. */
const most = { 'as unknown as': 10, 'as never': 10 };

const sources = filesUnder(['src']).filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));

test.each(Object.entries(most))('«%s» stands in src at most %i times', (cast, limit) => {
  const found = sources.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    return [...text.matchAll(new RegExp(`\\b${cast}\\b`, 'g'))].map(
      ({ index }) => `${file}:${text.slice(0, index).split('\n').length}`,
    );
  });
  expect(found.length, found.join('\n')).toBeLessThanOrEqual(limit);
});
