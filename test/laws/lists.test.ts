import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { screens } from '#contract/platform/screens.ts';
import { writtenLists } from '../../scripts/lists.ts';
import { filesUnder } from '../helpers/files/files.ts';

const lists = writtenLists();

describe('the lists are up to date (otherwise: npm run docs)', () => {
  test.each(Object.keys(lists))('%s', (file) => {
    expect(readFileSync(file, 'utf8')).toBe(lists[file]);
  });
});

test('each name under which views are stored is that of a list (one that is renamed needs a migration)', () => {
  const sources = filesUnder(['src/web']).filter((file) => /\.tsx?$/.test(file));
  const forms = sources.flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/\bscreen: (?:'([\w-]+)'|`([^`]+)`)/g),
  ]);
  const given = forms.map(([, name, form]) => new RegExp(`^${name ?? form!.replaceAll(/\$\{[^}]+\}/g, '[a-z]+')}$`));
  expect(screens.filter((name) => !given.some((form) => form.test(name)))).toEqual([]);
  expect(given.filter((form) => !screens.some((name) => form.test(name)))).toEqual([]);
});

describe('a module', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ugovor-lists-'));
  const command = (...args: string[]) =>
    spawnSync(process.execPath, [resolve('scripts/lists.ts'), ...args], { cwd: folder, encoding: 'utf8' });
  const textsNow = () => Object.keys(lists).map((file) => readFileSync(join(folder, file), 'utf8'));
  const namesNow = (file: string) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/^ {2}'?([\w-]+)'?,$/gm)].map(([, name]) => name);
  const files = {
    'src/contract/platform/newest.ts': `export const newest = module('newest', 'Новое', {`,
    'src/server/modules/newest/module.ts': 'export const newestModule: ServerModule = {',
    'src/web/pages/newest/module.ts': 'export const newest = webModule({',
    'src/web/pages/newest/newest-page.tsx': `  screen: 'newest',`,
  };
  beforeAll(() => cpSync('src', join(folder, 'src'), { recursive: true }));
  afterAll(() => rmSync(folder, { recursive: true }));

  test('that is in no list is told of, is written last, and goes out with its files', () => {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(join(folder, file, '..'), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    const forgotten = command('--check');
    expect([
      forgotten.status,
      forgotten.stderr.split('\n').filter((line) => line.includes('npm run docs')).length,
    ]).toEqual([1, 4]);
    expect(command().status).toBe(0);
    expect(command('--check').status).toBe(0);
    expect(namesNow('src/server/modules/every-module.ts').at(-1)).toBe('newestModule');
    expect(namesNow('src/web/app/every-module.ts').at(-1)).toBe('newest');
    expect(namesNow('src/contract/platform/screens.ts')).toContain('newest');
    for (const file of Object.keys(files)) rmSync(join(folder, file));
    expect(command().status).toBe(0);
    // The name of its list stays until a migration says what becomes of the views that know it.
    expect(textsNow().slice(0, 3)).toEqual(Object.values(lists).slice(0, 3));
  });

  test('that is moved within the list stays where it was put', () => {
    const menu = 'src/web/app/every-module.ts';
    const text = readFileSync(join(folder, menu), 'utf8').replace('  home,\n  auth,\n', '  auth,\n  home,\n');
    writeFileSync(join(folder, menu), text);
    expect(command().status).toBe(0);
    expect(readFileSync(join(folder, menu), 'utf8')).toBe(text);
    expect(namesNow(menu).slice(0, 2)).toEqual(['auth', 'home']);
  });
});
