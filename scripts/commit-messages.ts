/**
 * `node scripts/run.mjs scripts/commit-messages.ts`: whether the commits since the rule began are named in the form that
 * CONTRIBUTING.md tells. A copy that does not reach back so far, as a shallow clone, is passed over.
 */
import { spawnSync } from 'node:child_process';

const types = ['feat', 'fix', 'refactor', 'perf', 'test', 'docs', 'build'];
const form = new RegExp(`^(${types.join('|')})(\\([a-z][a-z0-9-]*\\))?: \\S`);
const longest = 72;

/** The first commit in this form, of 23 November 2026; those before it keep their words. */
const firstInForm = '0252fa5b25524a188968a92982f8890bf8388208';
/** These are a few characters too long and have landed: others stand on them, so they keep their words. */
const landedTooLong = new Set([
  'badb2fb13f00e78ce39d43bd6a7de02e00170073',
  '0ee3d28ff395c50edee01f5cfe12082d82557257',
  '33347a060651d6e651e350ce900b228982b6072e',
  'cfb3e2dafa3ee3f1049a6869f7bdaf27908e6986',
  '8d425b394a88c1e6662ea2eb036d1a02d0f08ada',
  '8b5affd259514f73e8c73ac357c84be711c4bf94',
  '6e1d168014993be97948cec783dfe47a19f84087',
]);

/** What is wrong with the subject of a commit, in words; undefined when nothing is. */
export function complaintAbout(subject: string): string | undefined {
  const { length } = subject;
  if (!form.test(subject)) return `нужно «тип(область): что», тип — ${types.join(', ')}`;
  if (length > longest) return `${length} знаков, а можно ${longest}`;
  return undefined;
}

/**
 * Reads the subjects of the commits after one.
 * @returns a line for each that is wrong; undefined where git does not know the commit or is not there
 */
export function complaintsAfter(commit: string, folder: string): string[] | undefined {
  const range = ['log', '--no-merges', '--format=%H %s', `${commit}..HEAD`];
  const { status, stdout } = spawnSync('git', range, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) return undefined;
  return stdout
    .split('\n')
    .filter(Boolean)
    .flatMap((line) => {
      const [hash, subject] = [line.slice(0, 40), line.slice(41)];
      const complaint = landedTooLong.has(hash) ? undefined : complaintAbout(subject);
      return complaint === undefined ? [] : [`${hash.slice(0, 8)} ${subject}\n         ${complaint}`];
    });
}

if (import.meta.main) {
  const complaints = complaintsAfter(firstInForm, '.');
  if (!complaints) console.error('Сообщения коммитов не проверены: в этой копии нет начала истории.');
  for (const complaint of complaints ?? []) console.error(complaint);
  process.exitCode = complaints?.length ? 1 : 0;
}
