import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';

/** The processes that `pid` has started, as Linux knows them. */
export function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((one) => parentOf(one) === pid);
}

function parentOf(pid: number): number | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program stands in brackets and may hold anything, so counting begins behind it.
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}

/** Kills a process together with its children, the parent first, so that it cannot replace them. */
export function killFamily(pid: number): void {
  const children = childrenOf(pid);
  for (const one of [pid, ...children]) {
    try {
      process.kill(one, 'SIGKILL');
    } catch {
      // It has ended by itself meanwhile.
    }
  }
}

/** A TCP port on which nobody listens. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/** What of this machine is missing for some tests, in one sentence; undefined where nothing is (`run/unless.ts`). */
export type Missing = string | undefined;

export function lacksPrograms(...names: string[]): Missing {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];
  const missing = names.filter((name) => !folders.some((folder) => isProgram(join(folder, name))));
  return missing.length > 0 ? `Not installed: ${missing.join(', ')}` : undefined;
}

export const lacksLinux = (): Missing => (process.platform === 'linux' ? undefined : 'Needs /proc of Linux');

/** Only a superuser may mount, and be kept from running a database himself. */
export const lacksRoot = (): Missing =>
  process.platform === 'linux' && process.getuid?.() === 0 ? undefined : 'Needs root on Linux';

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Kills a process and waits until it is gone. */
export async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Everything that runs for a folder: what names it in its command line or its environment, or works within it. */
export function processesOf(folder: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => {
      try {
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
        const told = [command, readFileSync(`/proc/${name}/environ`, 'utf8'), readlinkSync(`/proc/${name}/cwd`)];
        return told.some((text) => text.includes(folder)) ? [`${name} ${command}`] : [];
      } catch {
        // It has ended meanwhile.
        return [];
      }
    });
}
