/**
 * `node scripts/run.mjs scripts/commit-messages.ts`: whether the commits since the rule began are named in the form that
 * CONTRIBUTING.md tells, and later ones by an area that is one. A copy that does not reach back so far, as a shallow clone, is
 * passed over.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

const types = ['feat', 'fix', 'refactor', 'perf', 'test', 'docs', 'build'];
const form = new RegExp(`^(?:${types.join('|')})(?:\\((?<area>[a-z][a-z0-9-]*)\\))?: \\S`);
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
  'c5299f96af8d9b44f00b9224d84518bb353c4eb5',
  '09ddd798f0cfa27a918a8fa8947ef4c615909652',
  '82ff6e3a6878ed9a907b3405a69c0d3f87dfe272',
]);

/** The last commit whose area may be any word; those after it name a module or a part. */
const lastOfAnyArea = '70bdd85ea37ad463aab720640f7d3fdefbbc45e0';
/** Areas that are no module: a floor, a part of the platform, what is asked of the whole program. */
export const parts = [
  'domain contract server web platform database partners demo nodes lists exports',
  'access privacy security hostile fuzz e2e laws test bench soak',
  'emulators scripts dev docs readme comments words',
].flatMap((line) => line.split(' '));
const modules = (): string[] => readdirSync(new URL('../src/server/modules', import.meta.url));

/** What is wrong with the subject of a commit, in words; undefined when nothing is. */
export function complaintAbout(subject: string, areas?: readonly string[]): string | undefined {
  const { length } = subject;
  const found = form.exec(subject);
  if (!found) return `нужно «тип(область): что», тип — ${types.join(', ')}`;
  if (length > longest) return `${length} знаков, а можно ${longest}`;
  const area = found.groups?.['area'];
  if (areas && area !== undefined && !areas.includes(area))
    return `«${area}» — не модуль и не часть из CONTRIBUTING.md`;
  return undefined;
}

/**
 * Reads the subjects of the commits after one.
 * @param areas what they may name, anything unless told
 * @returns a line for each that is wrong; undefined where git does not know the commit or is not there
 */
export function complaintsAfter(commit: string, folder: string, areas?: readonly string[]): string[] | undefined {
  const range = ['log', '--no-merges', '--format=%H %s', `${commit}..HEAD`];
  const { status, stdout } = spawnSync('git', range, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) return undefined;
  return stdout
    .split('\n')
    .filter(Boolean)
    .flatMap((line) => {
      const [hash, subject] = [line.slice(0, 40), line.slice(41)];
      const complaint = landedTooLong.has(hash) ? undefined : complaintAbout(subject, areas);
      return complaint === undefined ? [] : [`${hash.slice(0, 8)} ${subject}\n         ${complaint}`];
    });
}

if (import.meta.main) {
  const ofForm = complaintsAfter(firstInForm, '.');
  const ofAreas = complaintsAfter(lastOfAnyArea, '.', [...parts, ...modules()]);
  if (!ofForm || !ofAreas) console.error('Сообщения коммитов не проверены: в этой копии нет начала истории.');
  const complaints = new Set([...(ofForm ?? []), ...(ofAreas ?? [])]);
  for (const complaint of complaints) console.error(complaint);
  process.exitCode = complaints.size > 0 ? 1 : 0;
}
