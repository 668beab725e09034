import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pagePaths } from '#contract/kernel/page-paths.ts';
import { modules } from '#web/app/modules.ts';
import { filesUnder } from '../helpers/files/files.ts';

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
