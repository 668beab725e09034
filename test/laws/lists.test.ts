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

/** What is cut and needs no word about it: why. */
const cut: Readonly<Record<string, string>> = {
  'background-tasks/handlers.ts': 'the last ones, until their day is over',
  'chats/chat-list.ts': 'a count that says «99+»',
  'chats/receive.ts': 'what was taken back: whoever lacks one reads anew',
  'auth/accounts.ts': 'whether a phone is of several',
  'close-day/results.queries.ts': 'errors, beside how many there are',
  'close-day/seal-chain.ts': 'two of which one is wanted',
  'deliveries/sms-texts.queries.ts': 'the mailbox of the demonstration',
  'documents/assignment/assignment-notices.queries.ts': 'a portion of work',
  'documents/templates.ts': 'the last documents by a form',
  'invoices/papers.ts': 'a part of a workbook',
  'invoices/reminders.ts': 'a portion of work',
  'legal-entities/legal-entities.queries.ts': 'suggestions',
  'operating-companies/handlers.ts': 'the last changes',
  'payments/autopayments/autopayments.queries.ts': 'the last attempts',
  'rates/rate-list.queries.ts': 'the last changes',
  'registries/reading/dry-rows.ts': 'one',
  'registries/workbooks.ts': 'a part of a workbook',
  'saved-views/handlers.ts': 'twice what one may have',
  'system/handlers.ts': 'the mailbox of the demonstration',
};

test('rows that are cut for an answer are asked for with one more, so that it says so (platform/list/first-of.ts)', () => {
  const whole = 'src/server/modules';
  const files = filesUnder([whole]).filter((file) => /(?<!\.commands|\.test)\.ts$/.test(file));
  const silent = files.filter((file) => /\.limit\((?!1\)|[\w.]+ \+ 1\))/.test(readFileSync(file, 'utf8')));
  expect(silent.map((file) => file.slice(whole.length + 1)).sort()).toEqual(Object.keys(cut).sort());
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
