// What every npm script needs before its own work: the packages of the lock file and a Node that runs TypeScript.
// Plain JavaScript without dependencies, because any Node from version 20 on starts here and nothing is installed yet.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the project, whatever folder the command was given in. */
export const root = fileURLToPath(new URL('..', import.meta.url));

const parent = process.ppid;
const windows = process.platform === 'win32';
const carriedPackage = `node_modules/node-${windows ? 'win' : process.platform}-${process.arch}`;
const carriedNode = join(root, carriedPackage, 'bin', windows ? 'node.exe' : 'node');

/** Says a line to whoever waits. It goes to stderr: stdout belongs to the program that is being started. */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/** Ends the command with one clear line. */
export function fail(line) {
  say(line);
  process.exit(1);
}

/** Runs a program to its end, hands our signals on to it and answers its exit code. */
export function run(command, args, options = {}) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
  const release = handOnSignals(child);
  return new Promise((resolve) => {
    child.once('error', (error) => {
      release();
      say(`Не удалось запустить ${command}: ${error.message}`);
      resolve(1);
    });
    child.once('exit', (code, signal) => {
      release();
      resolve(code ?? 128 + constants.signals[signal]);
    });
  });
}

function handOnSignals(child) {
  const forward = (signal) => {
    // Ctrl+C in a terminal reaches the whole process group: the child has its own copy already.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  };
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'];
  for (const signal of signals) process.on(signal, forward);
  const watch = onOrphaned(() => child.kill());
  return () => {
    clearInterval(watch);
    for (const signal of signals) process.off(signal, forward);
  };
}

/** npm hands SIGTERM to its shell only, which dies without a word to us. Then we have another parent, and stop. */
function onOrphaned(stop) {
  if (!process.env.npm_lifecycle_event) return undefined;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, 100);
  return watch;
}

/** Runs a script by the given Node on a leash: it stops when this process is gone, even by kill -9. */
export function runNode(node, args, env = {}) {
  const leash = new URL('leash.mjs', import.meta.url).href;
  const cache = join(root, 'node_modules', '.cache', 'node');
  return run(node, ['--import', leash, ...args], {
    env: { NODE_COMPILE_CACHE: cache, ...process.env, ...env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
}

const config = () => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).config;

/** How Node serves: a small nursery and a heap that grows by small steps keep memory low and cost no measurable time. */
export const serverFlags = () => config().serverFlags.split(' ');

/** The C library would keep an arena of memory for each thread; few threads of the server ever ask it for any. */
export const serverEnv = () => ({ MALLOC_ARENA_MAX: config().serverArenas });

/** Installs what is missing and answers the Node that runs TypeScript. Without `tools` the runtime packages suffice. */
export async function prepare({ tools }) {
  if (major(process.versions.node) < 20) fail(`Нужен Node.js 20 или новее, а запущен ${process.versions.node}.`);
  if (!installed(tools)) await install();
  if (existsSync(carriedNode)) return carriedNode;
  if (major(process.versions.node) >= 24) return process.execPath;
  return fail(
    `Для ${process.platform}-${process.arch} нужен Node.js 24 или новее, а запущен ${process.versions.node}: https://nodejs.org`,
  );
}

const major = (version) => Number(version.split('.')[0]);

/** Compares the lock file with the list that npm itself leaves in node_modules once an installation is complete. */
function installed(tools) {
  const wanted = packages('package-lock.json');
  const present = packages('node_modules/.package-lock.json');
  if (!present || (carriedPackage in wanted && !existsSync(carriedNode))) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    const needed = path !== '' && !entry.optional && (tools || !(entry.dev || entry.devOptional));
    return !needed || present[path]?.version === entry.version;
  });
}

function packages(file) {
  const path = join(root, file);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : undefined;
}

/** The tools come along always, so that `npm test` after `npm start` finds everything in place. */
async function install() {
  say('Устанавливаю зависимости, это займёт около минуты…');
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--include=dev', '--include=optional'];
  const code = await npm(['ci', ...flags, '--loglevel=error']);
  if (code !== 0) fail('Зависимости не установились: причина выше, обычно это нет доступа к реестру npm.');
}

/** The npm that started us, or the one on the PATH, which on Windows is a script and needs a shell. */
function npm(args) {
  const stdio = ['ignore', 'ignore', 'inherit'];
  const own = process.env.npm_execpath ?? '';
  if (basename(own).startsWith('npm-cli')) return run(process.execPath, [own, ...args], { stdio });
  return run('npm', args, { stdio, shell: windows });
}
