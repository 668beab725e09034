/** Remembers which files have passed the linter, so that the next run asks only about what has changed since. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { importsOf, resolveImport } from '../test/laws/rules/import-law.ts';

/** What decides how every file is judged: when one of these changes, nothing has passed yet. */
const rules =
  /^(package-lock\.json|\.oxlintrc\.json|(.+\/)?tsconfig(\.base)?\.json|scripts\/(check|passed-files)\.ts)$/;
const sources = /\.(ts|tsx|mjs)$/;

/** Beyond so many files one run over everything is quicker and simpler to read. */
const most = 200;

export type Hashes = Record<string, string>;

/** The contents of everything that lint depends on, by path; undefined where git does not say which files there are. */
export function hashesNow(): Hashes | undefined {
  try {
    const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' }).split('\n');
    const files = listed.filter((file) => (sources.test(file) || rules.test(file)) && existsSync(file));
    return Object.fromEntries(files.map((file) => [file, hashOf(file)]));
  } catch {
    return undefined;
  }
}

const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('base64');

/**
 * Files to be linted: those changed since the last pass and those that import one of them, because rules that know types
 * judge a call by what it calls. A change that reaches further is found by the whole run on a clean checkout.
 * @returns 'all' when everything must be looked at, otherwise paths, perhaps none
 */
export function toLint(now: Hashes | undefined, cache: string): 'all' | string[] {
  if (!now || !existsSync(cache)) return 'all';
  const passed = JSON.parse(readFileSync(cache, 'utf8')) as Hashes;
  const changed = new Set([...Object.keys(now), ...Object.keys(passed)].filter((file) => now[file] !== passed[file]));
  if ([...changed].some((file) => rules.test(file))) return 'all';
  const files = Object.keys(now).filter((file) => changed.has(file) || (changed.size > 0 && importsOne(file, changed)));
  return files.length > most ? 'all' : files;
}

const importsOne = (file: string, changed: ReadonlySet<string>): boolean =>
  importsOf(readFileSync(file, 'utf8')).some(({ specifier }) => changed.has(resolveImport(file, specifier)));

/** Writes down that all of these have passed. */
export function savePassed(now: Hashes | undefined, cache: string): void {
  if (!now) return;
  mkdirSync(dirname(cache), { recursive: true });
  writeFileSync(cache, JSON.stringify(now));
}
