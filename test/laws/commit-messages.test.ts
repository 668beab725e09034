import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { complaintAbout, complaintsAfter, parts } from '../../scripts/commit-messages.ts';

test.each([
  'feat: sign in by a button',
  'fix(deadlines): an answer in the last minute counts',
  'refactor(data-rubricator): one table of regions',
  `docs: ${'x'.repeat(66)}`,
])('%s is in the form', (subject) => expect(complaintAbout(subject)).toBeUndefined());

test.each([
  'Changes told',
  'feature: sign in by a button',
  'feat sign in by a button',
  'feat(): sign in by a button',
  'feat(Sign in): by a button',
  'feat:sign in by a button',
  'feat: ',
  'Feat: sign in by a button',
])('%s is not in the form', (subject) => expect(complaintAbout(subject)).toContain('тип'));

test('a subject has 72 characters at most', () => {
  expect(complaintAbout(`docs: ${'ё'.repeat(67)}`)).toBe('73 знаков, а можно 72');
});

test('an area is a module or a part that CONTRIBUTING.md names', () => {
  const areas = [...parts, 'payments'];
  expect(complaintAbout('fix(payments): one payment is one', areas)).toBeUndefined();
  expect(complaintAbout('fix: one payment is one', areas)).toBeUndefined();
  expect(complaintAbout('fix(money): one payment is one', areas)).toContain('«money»');
  const { commits } = /## Commits\n(?<commits>[^]*)/.exec(readFileSync('CONTRIBUTING.md', 'utf8'))!.groups!;
  expect(parts.filter((part) => !commits!.includes(`\`${part}\``))).toEqual([]);
});

const folder = mkdtempSync(join(tmpdir(), 'ugovor-commits-'));
const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@test.example', ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
const commit = (...paragraphs: string[]): string => {
  git('commit', '--allow-empty', ...paragraphs.flatMap((text) => ['-m', text]));
  return git('rev-parse', 'HEAD');
};
beforeAll(() => git('init', '--quiet'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('all commits after the first one are read, wherever they come from, but no older one', () => {
  commit('Before the rule');
  const first = commit('build: the rule');
  commit('feat: good', 'Its body may be as long as it likes and says why.'.repeat(3));
  expect(complaintsAfter(first, folder)).toEqual([]);
  const bad = commit('Bad');
  commit('fix: good again');
  expect(complaintsAfter(first, folder)).toEqual([expect.stringContaining(`${bad.slice(0, 8)} Bad`)]);
});

test('a copy that does not know the first one is passed over', () => {
  const first = git('rev-list', '--max-parents=0', 'HEAD');
  const copy = join(folder, 'shallow');
  git('clone', '--quiet', '--depth=1', `file://${folder}`, copy);
  expect(complaintsAfter(first, folder)).not.toEqual([]);
  expect(complaintsAfter(first, copy)).toBeUndefined();
  expect(complaintsAfter(first, tmpdir())).toBeUndefined();
});
