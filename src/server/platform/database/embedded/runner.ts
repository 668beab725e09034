import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process';
import { chmod, cp, lchown, mkdtemp, readdir, rename, rm, stat, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { pathExists } from './files.ts';

const run = promisify(execFile);

type Ids = { uid: number; gid: number };

/** The system user «nobody». PostgreSQL refuses to work as root, so root hands it to this user. */
const NOBODY: Ids = { uid: 65534, gid: 65534 };

const NO_WAY =
  'Встроенный PostgreSQL не запускается от имени этого пользователя: нужны имя в системе и доступ к папкам программы ' +
  'и DATA_DIR. Запустите сервер другим пользователем или укажите DATABASE_URL.';

/** How PostgreSQL's programs are started: with which binaries, under which user, through which wrapper. */
export type Runner = { bin: string; prefix: readonly string[]; spawnAs?: Ids; owner?: Ids };

/**
 * Chooses a way to run PostgreSQL on `home`; the caller gives the folder to the runner's owner.
 *
 * The ways, in turn: an ordinary user runs it directly and root through an unprivileged user; a user namespace, where
 * the folder's owner appears as such a user; for root, a move of binaries and data to /var/lib, which leaves a symbolic
 * link at `home`.
 * @param binaries the folder with `bin`, `lib` and `share`
 * @param say takes one line for the log when the data had to be moved
 * @throws Error in plain Russian when no way works
 */
export async function chooseRunner(binaries: string, home: string, say: (line: string) => void): Promise<Runner> {
  const isRoot = process.getuid?.() === 0;
  const bin = join(binaries, 'bin');
  const direct = isRoot ? await throughOwner(bin, home) : { bin, prefix: [] };
  const obstacle = await obstacleTo(direct, home);
  if (!obstacle) return direct;
  const namespace = throughNamespace(bin);
  if (!(await obstacleTo(namespace, home))) return namespace;
  if (!isRoot) throw new Error(NO_WAY, { cause: obstacle });
  return shelter(binaries, home, say);
}

/**
 * Starts a program of PostgreSQL; its environment is bare because variables such as PGPORT would change its behaviour.
 */
export function start(runner: Runner, program: string, args: string[], options: SpawnOptions): ChildProcess {
  const [command = '', ...rest] = [...runner.prefix, join(runner.bin, program), ...args];
  return spawn(command, rest, { ...options, ...runner.spawnAs, env: bareEnvironment() });
}

function bareEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], TZ: 'UTC' };
}

/**
 * Why the runner does not work, if it does not. Asks the system itself instead of reading permission bits: only a real
 * try sees ACLs, mount options and container policies. Without a name in the system a user cannot create a cluster.
 */
async function obstacleTo(runner: Runner, home: string): Promise<unknown> {
  const script = 'cd "$1" && /usr/bin/id -un && exec "$2" --version';
  const probe = [...runner.prefix, '/bin/sh', '-c', script, 'sh', dirname(home), join(runner.bin, 'postgres')];
  const [command = '', ...rest] = probe;
  return run(command, rest, { ...runner.spawnAs, env: bareEnvironment(), cwd: '/' }).then(
    () => undefined,
    (error: unknown) => error,
  );
}

/** A folder that an ordinary user has filled stays theirs, so they can start the server again after root has. */
async function throughOwner(bin: string, home: string): Promise<Runner> {
  const { uid, gid } = await stat(home);
  const owner = uid === 0 ? NOBODY : { uid, gid };
  return { bin, prefix: [], spawnAs: owner, owner };
}

function throughNamespace(bin: string): Runner {
  const prefix = ['unshare', '--user', `--map-user=${NOBODY.uid}`, `--map-group=${NOBODY.gid}`];
  return { bin, prefix, owner: { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 } };
}

/**
 * Hands the folder over, when there is somebody to hand it to.
 *
 * Changes the owner of everything inside first and of the folder itself last, so that an interrupted change is seen and
 * repeated.
 */
export async function giveOwnership(folder: string, owner: Ids | undefined): Promise<void> {
  if (!owner || (await stat(folder)).uid === owner.uid) return;
  for (const entry of await readdir(folder, { recursive: true }))
    await lchown(join(folder, entry), owner.uid, owner.gid);
  await lchown(folder, owner.uid, owner.gid);
}

async function shelter(binaries: string, home: string, say: (line: string) => void): Promise<Runner> {
  const folder = await mkdtemp('/var/lib/ugovor-').catch((cause: unknown) => {
    throw new Error(NO_WAY, { cause });
  });
  await chmod(folder, 0o755);
  const native = join(folder, 'native');
  await cp(binaries, native, { recursive: true, verbatimSymlinks: true });
  const runner: Runner = { bin: join(native, 'bin'), prefix: [], spawnAs: NOBODY, owner: NOBODY };
  const obstacle = await obstacleTo(runner, join(folder, 'postgres'));
  if (obstacle) {
    await rm(folder, { recursive: true });
    throw new Error(NO_WAY, { cause: obstacle });
  }
  await moveData(home, join(folder, 'postgres'));
  say(`PostgreSQL не может работать в ${dirname(home)} от имени root, поэтому его данные лежат в ${folder}.`);
  return runner;
}

/** Where an interrupted move has left the original; the next start puts it back. */
const movedFrom = (home: string) => `${home}.moved`;

/** Puts the data folder back in its place when the process was killed while moving it. */
export async function undoInterruptedMove(home: string): Promise<void> {
  if ((await pathExists(movedFrom(home))) && !(await pathExists(home))) await rename(movedFrom(home), home);
}

/** Sockets cannot be copied and need not be. */
async function moveData(home: string, target: string): Promise<void> {
  await cp(home, target, { recursive: true, filter: (from) => !basename(from).startsWith('.s.PGSQL.') });
  await rename(home, movedFrom(home));
  await symlink(target, home);
  await rm(movedFrom(home), { recursive: true });
}
