import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pagePaths } from '#contract/kernel/page-paths.ts';
import { search } from '#contract/platform/search.ts';
import { modules, searchKinds } from '#web/app/modules.ts';
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
  expect(searchKinds.map(({ kind }) => kind).toSorted()).toEqual(kinds.toSorted());
});

test('nothing takes the longest page of a list for the whole of it: `useReadAll` reads to the end', () => {
  const sources = filesUnder(['src/web']).filter((file) => /\.tsx?$/.test(file));
  expect(sources.length).toBeGreaterThan(100);
  const taking = (file: string) => /limit: 100\b|\bpageLimit\b/.test(readFileSync(file, 'utf8'));
  expect(sources.filter(taking)).toEqual(['src/web/kit/data/query.ts']);
});

test('a form is saved over the version that it was opened with: no reading behind it lifts that version', () => {
  const forms = filesUnder(['src/web']).filter((file) => {
    const text = readFileSync(file, 'utf8').replaceAll(comments, '');
    return file.endsWith('.tsx') && /useOperationForm(<[^(]*>)?\(\{/.test(text) && /(?<!')\bversion\b/.test(text);
  });
  expect(forms.length).toBeGreaterThan(15);
  expect(forms.filter((file) => !readFileSync(file, 'utf8').includes('useOpenedRecord('))).toEqual([
    // The numbers that are agreed to there are those of the page behind it.
    'src/web/features/registries/load-dialog.tsx',
    // It keeps the record that it was opened with, and compares it with what is saved.
    'src/web/kit/form/edit-form.tsx',
  ]);
});

/** What the paths of pages begin with: `dashboard`, `settlement-`. The home page is no beginning: everything begins with it. */
const beginnings = [...new Set(pagePaths.map((path) => path.split('/')[1]!.replace(/\{.*/, '')))].filter(Boolean);

/** A text that begins as the path of a page, or has it behind an address: `/settlement-…`, `…}/restore/…`. */
const byHand = new RegExp(`(?<=['"\`}])/(?:${beginnings.join('|')})(?:(?<=-)|(?![\\w-]))[^'"\`]*`, 'g');
/** A page that is named to those who make its address. */
const named = /\b(?:pagePath\(|pageUrl\([^,]*,)\s*['"`][^'"`]*['"`]/g;

const comments = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

const pathsByHand = (text: string): string[] =>
  [...text.replaceAll(comments, '').replaceAll(named, '').matchAll(byHand)].map(([found]) => found);

test('the server knows every page that a web module declares', () => {
  expect(modules.flatMap(({ pages }) => pages.map(({ path }) => path)).toSorted()).toEqual([...pagePaths].toSorted());
});

test('the server makes the addresses of pages by their declared paths, and writes none by hand', () => {
  const sources = filesUnder(['src/server']).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const found = sources.flatMap((file) => pathsByHand(readFileSync(file, 'utf8')).map((path) => `${file}: ${path}`));
  expect(found).toEqual([]);
  expect(sources.length).toBeGreaterThan(300);
});

test.each([
  ["link: '/approvals'", ['/approvals']],
  ['link: `/settlement-${id}`', ['/settlement-${id}']],
  ['`${config.publicUrl}/restore`', ['/restore']],
  ["pagePath('/settlement-{$id}', { id })", []],
  ["pageUrl(ctx.app, '/restore/$token', { token })", []],
  ["server.get('/api/openapi.json')", []],
  ["demand('POST', '/payments', order)", []],
])('in %s it sees %j', (text, paths) => {
  expect(pathsByHand(text)).toEqual(paths);
});
