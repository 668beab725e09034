import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { cpuOf, cpuOfFamily, memoryOf } from './processes.ts';

export const connections = 16;
/** How long a target is warmed up and measured. */
export interface Seconds {
  warmUp: number;
  measured: number;
}
const usual: Seconds = { warmUp: 2, measured: 6 };

const run = promisify(execFile);
const autocannon = createRequire(import.meta.url).resolve('autocannon');

/** What is put under load: an address and the processes that do its work. */
export interface Target {
  url: string;
  cookie: string;
  pid: number;
  postgresPid: number;
}

/** One measurement under load. Processor time is of the server and of PostgreSQL, per request. */
export interface Load {
  cpuMs: number;
  serverMs: number;
  perSecond: number;
  p50: number;
  p99: number;
  /** The most memory that the server held meanwhile. */
  memory: number;
}

interface Shot {
  '2xx': number;
  non2xx: number;
  errors: number;
  requests: { average: number };
  latency: { p50: number; p99: number };
}

/**
 * Puts so many requests on a target that it has compiled what they go through: on a busy machine seconds alone pass
 * before that, and what is measured then is the compiler.
 */
export async function warm(target: Target, requests: number): Promise<void> {
  await shoot(target, ['-a', String(requests)]);
}

/** Warms a target up, then measures it. @throws when any request was not answered with success */
export async function load(target: Target, { warmUp, measured }: Seconds = usual): Promise<Load> {
  await shoot(target, ['-d', String(warmUp)]);
  const watch = watchMemory(target.pid);
  const before = { server: cpuOf(target.pid), postgres: cpuOfFamily(target.postgresPid) };
  const shot = await shoot(target, ['-d', String(measured)]);
  const server = cpuOf(target.pid) - before.server;
  const postgres = cpuOfFamily(target.postgresPid) - before.postgres;
  return {
    cpuMs: ((server + postgres) * 1000) / shot['2xx'],
    serverMs: (server * 1000) / shot['2xx'],
    perSecond: shot.requests.average,
    p50: shot.latency.p50,
    p99: shot.latency.p99,
    memory: watch.stop(),
  };
}

/**
 * Measures a target by one request after another, for what takes so long that under load nobody would be answered: at
 * least three of them, and as many as a measurement's time takes.
 */
export async function loadOneByOne(target: Target, { measured }: Seconds = usual): Promise<Load> {
  const { url, cookie, pid, postgresPid } = target;
  const watch = watchMemory(pid);
  const before = { server: cpuOf(pid), postgres: cpuOfFamily(postgresPid) };
  const took: number[] = [];
  const began = performance.now();
  while (took.length < 3 || performance.now() - began < measured * 1000) took.push(await timeOf(url, cookie));
  const server = cpuOf(pid) - before.server;
  const postgres = cpuOfFamily(postgresPid) - before.postgres;
  took.sort((one, other) => one - other);
  return {
    cpuMs: ((server + postgres) * 1000) / took.length,
    serverMs: (server * 1000) / took.length,
    perSecond: (took.length * 1000) / (performance.now() - began),
    p50: took[took.length >> 1]!,
    p99: took.at(-1)!,
    memory: watch.stop(),
  };
}

/** Milliseconds until the whole answer is there. @throws when it is no success */
export async function timeOf(url: string, cookie: string): Promise<number> {
  const began = performance.now();
  const answer = await fetch(url, { headers: { cookie } });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return performance.now() - began;
}

async function shoot({ url, cookie }: Target, howMuch: readonly string[]): Promise<Shot> {
  const args = ['--json', '-c', String(connections), ...howMuch, '-H', `cookie=${cookie}`, url];
  const { stdout } = await run(process.execPath, [autocannon, ...args]);
  const shot = JSON.parse(stdout) as Shot;
  if (shot.non2xx + shot.errors > 0) throw new Error(`${url}: ${shot.non2xx} refusals, ${shot.errors} errors`);
  return shot;
}

function watchMemory(pid: number): { stop(): number } {
  let most = memoryOf(pid);
  const timer = setInterval(() => (most = Math.max(most, memoryOf(pid))), 200);
  return {
    stop() {
      clearInterval(timer);
      return most;
    },
  };
}

/** The middle one by a measure; of an odd number of things exactly one. */
export const medianBy = <T>(things: readonly T[], measure: (thing: T) => number): T =>
  things.toSorted((a, b) => measure(a) - measure(b))[things.length >> 1]!;
