// Builds the browser bundle into dist/web when its sources changed since the last build.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run, say } from './prepare.mjs';

const inputs = [
  'src/web',
  'src/contract',
  'src/domain',
  'public',
  'index.html',
  'vite.config.ts',
  'scripts/vite',
  'package.json',
  'package-lock.json',
];
const dist = join(root, 'dist');
const bundle = join(dist, 'web');
const stampOf = (folder) => join(folder, '.stamp');

/** Answers 0 when the bundle is fresh or has been built, otherwise the exit code of the build. */
export async function buildWeb(node) {
  const stamp = fingerprint();
  if (existsSync(stampOf(bundle)) && readFileSync(stampOf(bundle), 'utf8') === stamp) return 0;
  say('Собираю браузерную часть…');
  removeLeftovers();
  const fresh = join(dist, `web-${process.pid}`);
  const code = await vite(node, fresh);
  if (code === 0) {
    writeFileSync(stampOf(fresh), stamp);
    swap(fresh);
  }
  return code;
}

function vite(node, folder) {
  const args = ['node_modules/vite/bin/vite.js', 'build', '--outDir', folder, '--logLevel', 'warn'];
  // Vite writes to stdout, which must stay clean for the server's one line.
  return run(node, args, { env: { ...process.env, NODE_ENV: 'production' }, stdio: ['ignore', 2, 2] });
}

/** Contents and not times: a fresh checkout beside a kept bundle must not build again. Reading takes some 20 ms. */
function fingerprint() {
  const hash = createHash('sha256');
  for (const file of inputs.flatMap(filesOf)) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

function filesOf(path) {
  const place = join(root, path);
  if (!existsSync(place)) return [];
  if (statSync(place).isFile()) return /\.test\.tsx?$/.test(path) ? [] : [path];
  return readdirSync(place)
    .sort()
    .flatMap((name) => filesOf(`${path}/${name}`));
}

/** The bundle comes whole or not at all: a killed build leaves only a folder of its own beside it. */
function swap(fresh) {
  const old = `${fresh}-old`;
  if (existsSync(bundle)) renameSync(bundle, old);
  renameSync(fresh, bundle);
  rmSync(old, { recursive: true, force: true });
}

/** Removes the folders of builds that were killed, and spares a build that runs beside this one. */
function removeLeftovers() {
  mkdirSync(dist, { recursive: true });
  for (const name of readdirSync(dist)) {
    const pid = /^web-(\d+)/.exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) rmSync(join(dist, name), { recursive: true, force: true });
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
