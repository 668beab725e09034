// `npm run check`: types of every floor, lint and format, all at once. Only what failed is printed.
import { spawn } from 'node:child_process';

interface Check {
  name: string;
  args: string[];
}

/** One project per environment: domain and contract compile without node and without the browser. */
const projects = ['src/domain', 'src/contract', 'src/server', 'src/web', '.'];

const checks: Check[] = [
  ...projects.map((project) => ({ name: `tsc ${project}`, args: ['node_modules/typescript/bin/tsc', '-p', project] })),
  { name: 'oxlint', args: ['node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'biome', args: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'] },
];

const started = performance.now();
const passed = await Promise.all(checks.map(report));
const seconds = ((performance.now() - started) / 1000).toFixed(1);
process.stderr.write(`Проверка кода: прошло ${passed.filter(Boolean).length} из ${checks.length} за ${seconds} с\n`);
process.exitCode = passed.every(Boolean) ? 0 : 1;

/** Prints the whole output of a failed check at once, so that checks running side by side do not mix their lines. */
async function report({ name, args }: Check): Promise<boolean> {
  const { code, output } = await run(args);
  if (code !== 0) process.stderr.write(`\n── ${name}\n${output}\n`);
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
