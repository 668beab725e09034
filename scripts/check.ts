/**
 * `npm run check`: types of every floor, lint, format and the lists of modules, all at once. Only what failed is printed. What
 * has passed is remembered in node_modules/.cache, so that the next run looks only at what has changed. `--beside` leaves the
 * processor to whatever else runs.
 */
import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { hashesNow, savePassed, toLint } from './passed-files.ts';

interface Check {
  name: string;
  args: string[];
  /** What to remember once it has passed. */
  passed?: () => void;
}

const cache = 'node_modules/.cache/check';

/** One project per environment: domain and contract compile without node and without the browser. */
const projects = ['src/domain', 'src/contract', 'src/server', 'src/web', '.'];

const started = performance.now();
// The compilers that it starts are as modest as itself.
if (process.argv.includes('--beside')) setPriority(constants.priority.PRIORITY_LOW);
const checks: Check[] = [
  ...projects.map(types),
  lint(),
  { name: 'lists', args: ['scripts/lists.ts', '--check'] },
  { name: 'biome', args: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'] },
];
const passed = await Promise.all(checks.map(report));
const seconds = ((performance.now() - started) / 1000).toFixed(1);
process.stderr.write(`Проверка кода: прошло ${passed.filter(Boolean).length} из ${checks.length} за ${seconds} с\n`);
process.exitCode = passed.every(Boolean) ? 0 : 1;

function types(project: string): Check {
  const known = `${cache}/${project.replaceAll('/', '-')}.tsbuildinfo`;
  const args = ['node_modules/typescript/bin/tsc', '-p', project, '--incremental', '--tsBuildInfoFile', known];
  return { name: `tsc ${project}`, args };
}

function lint(): Check {
  const known = `${cache}/linted.json`;
  const now = hashesNow();
  const files = toLint(now, known);
  // Rules without types are quick, so they look at everything where those with types have nothing to do.
  const which = files === 'all' ? ['--type-aware'] : files.length > 0 ? ['--type-aware', ...files] : [];
  const args = ['node_modules/oxlint/bin/oxlint', '--deny-warnings', ...which];
  return { name: 'oxlint', args, passed: () => savePassed(now, known) };
}

/** Prints the whole output of a failed check at once, so that checks running side by side do not mix their lines. */
async function report({ name, args, passed: remember }: Check): Promise<boolean> {
  const { code, output } = await run(args);
  if (code === 0) remember?.();
  else process.stderr.write(`\n── ${name}\n${output}\n`);
  return code === 0;
}

function run(args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() }));
  });
}
