import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { search } from '#contract/platform/search.ts';
import { finds, modules } from '#web/app/modules.ts';
import { filesUnder } from '../helpers/files/files.ts';

const pages = modules.flatMap((module) => [...module.pages]);
const root = 'src/web/pages/';

test('each page is drawn by a file that is there, and each file of a page is named by one', () => {
  const named = new Set(pages.map(({ file }) => root + file));
  expect(
    [...named].filter((file) => !existsSync(file) || !readFileSync(file, 'utf8').includes('export default')),
  ).toEqual([]);
  expect(filesUnder([root.slice(0, -1)]).filter((file) => file.endsWith('-page.tsx') && !named.has(file))).toEqual([]);
});

test('a module names only files of its own folder', () => {
  const folders = modules.map((module) => new Set(module.pages.map(({ file }) => file.split('/')[0])));
  expect(folders.filter(({ size }) => size !== 1)).toEqual([]);
  expect(new Set(folders.map(([folder]) => folder)).size).toBe(modules.length);
});

test('no path belongs to two pages', () => {
  const paths = pages.map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
});

test('everything that the search finds opens somewhere', () => {
  const kinds = search.find.def.out.shape.items.element.shape.kind.options;
  expect(finds.map(({ kind }) => kind).toSorted()).toEqual(kinds.toSorted());
});

test('nothing takes the longest page of a list for the whole of it: `useReadAll` reads to the end', () => {
  const sources = filesUnder(['src/web']).filter((file) => /\.tsx?$/.test(file));
  expect(sources.length).toBeGreaterThan(100);
  const taking = (file: string) => /limit: 100\b|\bpageLimit\b/.test(readFileSync(file, 'utf8'));
  expect(sources.filter(taking)).toEqual(['src/web/kit/data/query.ts']);
});
