import { setTimeout as sleep } from 'node:timers/promises';
import { startServer } from '#test/helpers/processes/child.ts';
import { medianBy } from './load.ts';
import { cpuOf, memoryOf } from './processes.ts';
import { number, type Report } from './report.ts';
import { type BenchServer, environmentApart, environmentOf, startBenchServer, startLimit } from './server.ts';

const rounds = 5;
/** How long a server is left alone before its memory is looked at. */
const restMs = 3_000;

interface Start {
  wallMs: number;
  cpuMs: number;
}

/** Measures the time from the start of the process to its first good answer, and the memory of a server at rest. */
export async function measureStart(): Promise<Report> {
  const benchServer = await startBenchServer();
  try {
    const health = [{ name: 'health', text: 'select 1', values: [] }];
    const plan = { connection: benchServer.postgres.connection, paths: { '/api/health/ready': health } };
    const apart = environmentApart(benchServer);
    await benchServer.server.stop();
    const limits: Start[] = [];
    const ours: Start[] = [];
    for (let round = 0; round < rounds; round++) {
      limits.push(await timed(() => startLimit(plan)));
      ours.push(await timed(() => startServer(apart)));
      limits.push(await timed(() => startLimit(plan)));
    }
    const memory = await memoryAtRest(apart);
    return report(limits, ours, await withDatabase(benchServer), memory);
  } finally {
    await benchServer.stop();
  }
}

async function timed(start: () => Promise<{ url: string; pid: number; stop(): Promise<unknown> }>): Promise<Start> {
  const began = performance.now();
  const program = await start();
  try {
    const { status } = await fetch(`${program.url}/api/health/ready`);
    if (status !== 200) throw new Error(`${program.url} answered ${status}`);
    return { wallMs: performance.now() - began, cpuMs: cpuOf(program.pid) * 1000 };
  } finally {
    await program.stop();
  }
}

/** A server that also has to start its own PostgreSQL, as after a reboot. */
async function withDatabase(benchServer: BenchServer): Promise<Start> {
  await benchServer.postgres.stop();
  const starts: Start[] = [];
  for (let round = 0; round < rounds; round++)
    starts.push(await timed(() => startServer(environmentOf(benchServer.dataDir))));
  return medianBy(starts, ({ wallMs }) => wallMs);
}

/** The middle of several starts: how pages of memory come to lie differs from one to the next by some megabytes. */
async function memoryAtRest(env: Record<string, string>): Promise<number> {
  const found: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const server = await startServer(env);
    await fetch(`${server.url}/api/health/ready`);
    await sleep(restMs);
    found.push(memoryOf(server.pid));
    await server.stop();
  }
  return medianBy(found, (one) => one);
}

function report(limits: Start[], ours: Start[], whole: Start, memory: number): Report {
  const limit = medianBy(limits, ({ wallMs }) => wallMs);
  const server = medianBy(ours, ({ wallMs }) => wallMs);
  const row = (name: string, { wallMs, cpuMs }: Start) => [name, number(wallMs, 0), number(cpuMs, 0)];
  return {
    title: 'Запуск',
    about: `От старта процесса до первого ответа готовности, середина из ${rounds}. Предел: голый node:http и pg.`,
    head: ['что', 'часы, мс', 'процессор, мс'],
    rows: [
      row('предел', limit),
      row('сервер, база уже работает', server),
      row('сервер вместе со своей базой', whole),
      ['память сервера в покое, МБ', number(memory, 0), ''],
    ],
    bars: [
      { id: 'P12', what: 'запуск к пределу', figure: server.wallMs / limit.wallMs, limit: 10, unit: '×' },
      { id: 'P12', what: 'запуск', figure: server.wallMs / 1000, limit: 1.2, unit: 'с' },
      { id: 'P12', what: 'память в покое', figure: memory, limit: 160, unit: 'МБ' },
    ],
  };
}
