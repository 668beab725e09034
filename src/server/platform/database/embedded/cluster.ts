import { once } from 'node:events';
import { open, readdir, readFile, readlink, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathExists } from './files.ts';
import { type Runner, start } from './runner.ts';

/** The only database user: whoever may open the socket's folder is this user. */
export const USER = 'ugovor';

/** Names the socket's file; no TCP port is opened. */
export const PORT = 5432;

/** Where one server keeps its things: `home` holds the cluster, `socket` the socket, `log` is a file. */
export type ClusterPaths = { home: string; socket: string; log: string; durable: boolean };

/** Creates the cluster under a temporary name, so that a kill in the middle leaves nothing that looks complete. */
export async function createCluster(runner: Runner, { home, durable }: ClusterPaths): Promise<void> {
  const cluster = join(home, 'cluster');
  if (await pathExists(cluster)) return;
  await removeUnfinished(home);
  const draft = `${cluster}.new-${process.pid}-${Date.now()}`;
  const libc = process.platform === 'linux' ? 'C.UTF-8' : 'en_US.UTF-8';
  const locale = [
    '--locale-provider=icu',
    '--icu-locale=ru-RU',
    `--locale=${libc}`,
    '--lc-messages=C',
    '--encoding=UTF8',
  ];
  const access = ['--username', USER, '--auth=trust', '--data-checksums', '--no-instructions'];
  await initdb(runner, ['--pgdata', draft, ...locale, ...access, ...(durable ? [] : ['--no-sync'])], home);
  await rename(draft, cluster);
}

/** An initdb whose parent was killed may still be writing there; what it leaves behind is removed by a later start. */
async function removeUnfinished(home: string): Promise<void> {
  const drafts = (await readdir(home)).filter((name) => name.startsWith('cluster.new'));
  for (const draft of drafts) await rm(join(home, draft), { recursive: true, force: true }).catch(() => undefined);
}

async function initdb(runner: Runner, args: string[], cwd: string): Promise<void> {
  const child = start(runner, 'initdb', args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
  const [complaint, [code]] = await Promise.all([child.stderr ? text(child.stderr) : '', once(child, 'exit')]);
  if (code !== 0) throw new Error(`Не удалось создать базу PostgreSQL: ${complaint.trim()}`);
}

/** A started postmaster. `failure` answers null while it runs and the end of its log after it has stopped by itself. */
type Attempt = { failure(): Promise<string | null> };

/** Starts the postmaster so that it outlives this process: a killed application must not take the database with it. */
export async function launch(runner: Runner, paths: ClusterPaths): Promise<Attempt> {
  await removeForeignLocks(paths);
  const log = await open(paths.log, 'a', 0o600);
  const from = (await log.stat()).size;
  const args = ['-D', join(paths.home, 'cluster'), ...settings(paths).flatMap((setting) => ['-c', setting])];
  const child = start(runner, 'postgres', args, { cwd: paths.home, detached: true, stdio: ['ignore', log.fd, log.fd] });
  await once(child, 'spawn');
  await log.close();
  child.unref();
  return {
    failure: async () => (hasEnded(child) ? (await readFile(paths.log)).subarray(from).toString().trim() : null),
  };
}

const hasEnded = (child: { exitCode: number | null; signalCode: string | null }) =>
  child.exitCode !== null || child.signalCode !== null;

/**
 * Messages of errors, statements and parameters carry people's data, so the log keeps only the server's own events; the
 * application receives every error and logs it by its own rules.
 */
function settings({ socket, durable }: ClusterPaths): string[] {
  const privacy = [
    'log_error_verbosity=terse',
    'log_min_messages=log',
    'log_min_error_statement=panic',
    'log_parameter_max_length=0',
    'log_parameter_max_length_on_error=0',
  ];
  const quoted = `"${socket.replaceAll('"', '""')}"`;
  const door = [
    'listen_addresses=',
    `port=${PORT}`,
    `unix_socket_directories=${quoted}`,
    'unix_socket_permissions=0700',
  ];
  const haste = durable ? [] : ['fsync=off', 'full_page_writes=off'];
  return [...door, ...privacy, ...haste, 'max_connections=200', 'timezone=UTC'];
}

/**
 * PostgreSQL takes any live process with the number in its lock file for its predecessor. After a reboot that number
 * often belongs to somebody else, and the server would never start again.
 */
async function removeForeignLocks({ home, socket }: ClusterPaths): Promise<void> {
  if (process.platform !== 'linux') return;
  const cluster = join(home, 'cluster');
  for (const file of [join(cluster, 'postmaster.pid'), join(socket, `.s.PGSQL.${PORT}.lock`)]) {
    const pid = await pidIn(file);
    // Dead processes and those of other users are told apart by PostgreSQL itself.
    const workplace = await readlink(`/proc/${pid}/cwd`).catch(() => cluster);
    if (workplace !== cluster) await rm(file, { force: true });
  }
}

/** The number of the server's main process, whether or not it still runs. */
export const postmasterPid = (home: string): Promise<number | undefined> =>
  pidIn(join(home, 'cluster', 'postmaster.pid'));

/** Whether the server's main process `pid` is at work or has not finished its shutdown. */
export async function isRunning(home: string, pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return (await postmasterPid(home)) === pid;
}

async function pidIn(file: string): Promise<number | undefined> {
  const content = await readFile(file, 'utf8').catch(() => '');
  return Number.parseInt(content, 10) || undefined;
}

/** A log longer than ten megabytes is put aside at a start, in place of the one put aside before. */
export async function rotateLog(log: string): Promise<void> {
  const size = await stat(log).then(
    (file) => file.size,
    () => 0,
  );
  if (size > 10_000_000) await rename(log, `${log}.old`);
}
