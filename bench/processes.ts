import { readdirSync, readFileSync } from 'node:fs';

/** The kernel counts processor time in hundredths of a second. */
const ticksPerSecond = 100;

interface Stat {
  parent: number;
  own: number;
  /** Time of children that have ended and were waited for. */
  ofEnded: number;
}

function statOf(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program stands in brackets and may hold anything, so counting begins behind it.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    return { parent: fields[1]!, own: fields[11]! + fields[12]!, ofEnded: fields[13]! + fields[14]! };
  } catch {
    return undefined;
  }
}

/** Seconds of processor time that one process has used. */
export const cpuOf = (pid: number): number => (statOf(pid)?.own ?? 0) / ticksPerSecond;

/** Seconds of processor time that a process has used together with its children, the ended ones included. */
export function cpuOfFamily(pid: number): number {
  const parent = statOf(pid);
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((stat) => stat?.parent === pid);
  const ticks = children.reduce((sum, child) => sum + child!.own, (parent?.own ?? 0) + (parent?.ofEnded ?? 0));
  return ticks / ticksPerSecond;
}

/** Megabytes of memory that a process holds. */
export function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}
