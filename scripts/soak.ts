/**
 * `npm run soak -- NAME…`: the long trials by their names, all without a name, one after another. Each has a log of its own
 * in `soak/`; a table at the end says how each has ended, and of kills is told what they have hit. A variable that is set already is left as it is, so that a trial
 * can be made shorter or longer.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import { type Trial, trials } from './soak/trials.ts';

interface Outcome {
  name: string;
  /** Null where the trial has passed, otherwise why not. */
  failure: string | null;
  minutes: string;
  log: string;
}

const names = process.argv.slice(2);
const unknown = names.find((name) => !(name in trials));
if (unknown !== undefined) {
  console.error(`Нет испытания ${unknown}. Есть: ${Object.keys(trials).join(', ')}`);
  process.exit(1);
}
mkdirSync('soak', { recursive: true });
const outcomes: Outcome[] = [];
for (const name of names.length > 0 ? names : Object.keys(trials)) {
  outcomes.push(await undergo(name, trials[name]!));
}
console.table(
  outcomes.map(({ name, failure, minutes, log }) => ({
    испытание: name,
    итог: failure ?? 'прошло',
    минут: minutes,
    журнал: log,
  })),
);
process.exitCode = outcomes.some(({ failure }) => failure !== null) ? 1 : 0;

async function undergo(name: string, { about, env: wanted, files }: Trial): Promise<Outcome> {
  const own = Object.fromEntries(Object.entries(wanted).map(([key, value]) => [key, process.env[key] ?? value]));
  const told = Object.entries(own).map(([key, value]) => `${key}=${value}`);
  console.log(`${name}: ${about} (${told.join(' ')})`);
  const log = `soak/${name}.log`;
  const began = performance.now();
  const failure = await run(files, own, log);
  const minutes = ((performance.now() - began) / 60_000).toFixed(1);
  for (const [blows] of readFileSync(log, 'utf8').matchAll(/^Blows .+$/gm)) console.log(blows);
  console.log(`${name}: ${failure ?? 'прошло'}, ${minutes} мин`);
  return { name, failure, minutes, log };
}

/** @returns why the tests of these files have not passed, or null */
async function run(files: readonly string[], own: Record<string, string>, log: string): Promise<string | null> {
  // As any other test: with the application built and its browsers found where they are needed.
  const args = ['scripts/t.mjs', ...files, '--reporter=default', '--reporter=./test/helpers/run/reporter.ts'];
  const file = createWriteStream(log);
  // What this machine lacks is not passed over: a trial that has not been undergone has not passed.
  const env = { CI: '1', ...process.env, ...own };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.pipe(file, { end: false });
  child.stderr.pipe(file, { end: false });
  const [code, signal] = await once(child, 'close');
  file.end();
  await finished(file);
  return code === 0 ? null : `не прошло (${code ?? signal})`;
}
