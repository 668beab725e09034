import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { SUB_JOBS, type SubJobCode } from '#domain/money/close-day.ts';
import { makeCompany } from '#server/demo/factories.ts';
import { MOSCOW_TODAY } from '#test/helpers/moscow-today.ts';
import { makeRegistry } from '#test/settlements/helpers/claims.ts';
import { connect } from '../concurrent-work.ts';
import { timeOf } from '../load.ts';
import { cpuOf, cpuOfFamily } from '../processes.ts';
import { type Bar, number, type Report } from '../report.ts';
import { type BenchServer, startBenchServer } from '../server.ts';
import { bringNear, growTo, type Parties } from './agreements.ts';
import { bareClose } from './bare-close.ts';

/** `AGREEMENTS=10000,100000,1000000` measures a million too. */
const sizes = (process.env['AGREEMENTS'] ?? '10000,100000').split(',').map(Number);
const companyCount = 20;
const path = '/internal/close-day-procedure';
const list = '/internal/questionnaires/legal-entities/registry-entries?limit=25';

interface Spent {
  seconds: number;
  cpu: number;
}

interface Step {
  sub: SubJobCode;
  seconds: number | null;
  processed: number;
  changed: number;
  failed: number;
}

/** The close of a day over so many agreements. */
interface Closed {
  size: number;
  bare: Spent;
  ours: Spent;
  steps: readonly Step[];
  /** 99 of 100 pages of a list while nothing else went on, and beside the close, ms. */
  list: { quiet: number; beside: number };
}

/** The close of a day beside the same writes as bare statements in portions. */
export async function measureClose(): Promise<Report> {
  const benchServer = await startBenchServer();
  const client = await connect(benchServer);
  const clock = await theClock(benchServer);
  try {
    await clock.hold();
    await client.query('set statement_timeout = 0');
    const parties = await makeParties(benchServer);
    const closed: Closed[] = [];
    for (const [index, size] of sizes.entries()) {
      const before = sizes[index - 1] ?? 0;
      await openSince(client, 2);
      await growTo(client, parties, before, size);
      // What was concluded goes under the seal of a day before: the measured one has what a day has.
      await close(client, clock);
      await bringNear(client, before);
      closed.push(await measure(benchServer, client, clock, size));
    }
    return report(closed);
  } finally {
    await clock.end();
    await client.end();
    await benchServer.stop();
  }
}

const makeParties = (benchServer: BenchServer): Promise<Parties> =>
  benchServer.write(async (tx) => {
    const companies: number[] = [];
    for (let at = 0; at < companyCount; at++) {
      const inn = String(7_700_000_000 + at);
      companies.push(await makeCompany(tx, { inn, verificationStatus: 'verified', phone: '+74951234567' }));
    }
    return { companies, registry: await makeRegistry(tx, companies[0]!) };
  });

async function measure(benchServer: BenchServer, client: pg.Client, clock: Clock, size: number): Promise<Closed> {
  const { server, postgres, operator } = benchServer;
  const { slowest: quiet } = await withPages(benchServer, () => sleep(4_000));
  const bareCpu = () => cpuOf(process.pid) + cpuOfFamily(postgres.pid);
  const bare = await spent(bareCpu, () => bareClose(client));
  const { slowest: beside, done: ours } = await withPages(benchServer, () =>
    spent(
      () => cpuOf(server.pid) + cpuOfFamily(postgres.pid),
      () => close(client, clock),
    ),
  );
  const { rows } = await client.query(`select max(day) as day from business_days where status = 'sealed'`);
  const { body } = await operator.get(`${path}/job-results?day=${rows[0].day}`);
  const [failed] = body.errors;
  if (failed) throw new Error(`${failed.object}: ${failed.cause} ${failed.incident}`);
  return { size, bare, ours, steps: body.subs, list: { quiet, beside } };
}

async function spent(cpu: () => number, work: () => Promise<unknown>): Promise<Spent> {
  const before = cpu();
  const began = performance.now();
  await work();
  return { seconds: (performance.now() - began) / 1000, cpu: cpu() - before };
}

/** Lets the open day be so many days ago, as if none after it had been closed. */
async function openSince(client: pg.Client, days: number): Promise<void> {
  await client.query('begin');
  await client.query('set local session_replication_role = replica');
  for (const table of ['sub_job_errors', 'sub_job_results']) await client.query(`delete from ${table}`);
  await client.query(`delete from business_days where status = 'sealed'`);
  await client.query(`update business_days set day = ${MOSCOW_TODAY} - ${days}, status = 'open'`);
  await client.query('commit');
}

/** Closes the open day and no other, and waits until it is sealed. @throws when it could not be */
async function close(client: pg.Client, clock: Clock): Promise<void> {
  const { rows: open } = await client.query(`select day from business_days where status <> 'sealed'`);
  const order = { by: null, day: open[0].day };
  await clock.letGo();
  await client.query(`select graphile_worker.add_job('close-day', $1::json, max_attempts => 1)`, [
    JSON.stringify(order),
  ]);
  for (;;) {
    const { rows } = await client.query('select status, obstacles from business_days where day = $1', [order.day]);
    if (rows[0].status === 'sealed') break;
    if (rows[0].status === 'stopped') throw new Error(`${order.day} was not sealed: ${rows[0].obstacles.join('; ')}`);
    await sleep(20);
  }
  await clock.hold();
}

/** The server's clock closes what is over, too: whoever holds the lease keeps it from that. */
interface Clock {
  hold(): Promise<void>;
  letGo(): Promise<void>;
  end(): Promise<void>;
}

async function theClock(benchServer: BenchServer): Promise<Clock> {
  const client = await connect(benchServer);
  const touch = `update close_lease set seen_at = clock_timestamp() where holder = 'bench'`;
  const timer = setInterval(() => void client.query(touch), 20_000);
  return {
    async hold() {
      const take = `insert into close_lease (id, holder) values (1, 'bench') on conflict do nothing`;
      while ((await client.query(take)).rowCount === 0) await sleep(5);
    },
    letGo: async () => void (await client.query(`delete from close_lease where holder = 'bench'`)),
    async end() {
      clearInterval(timer);
      await client.end();
    },
  };
}

/** Asks for pages of a list one after another while something is done. @returns ms within which 99 of 100 were there */
async function withPages<T>(
  { server, operator }: BenchServer,
  work: () => Promise<T>,
): Promise<{ slowest: number; done: T }> {
  const took: number[] = [];
  const cookie = [...operator.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const until = new AbortController();
  const asking = (async () => {
    while (!until.signal.aborted) {
      took.push(await timeOf(server.url + list, cookie));
      await sleep(20);
    }
  })();
  try {
    const done = await work();
    return { slowest: took.toSorted((one, other) => one - other)[Math.ceil(took.length * 0.99) - 1]!, done };
  } finally {
    until.abort();
    await asking;
  }
}

function report(closed: readonly Closed[]): Report {
  const last = closed.at(-1)!;
  const ratio = ({ ours, bare }: Closed) => ours.cpu / bare.cpu;
  const growth: Bar[] = closed.slice(1).map((many, index) => ({
    id: 'P10',
    what: `рост от ${closed[index]!.size} к ${many.size}, по числу соглашений`,
    figure: many.ours.cpu / closed[index]!.ours.cpu / (many.size / closed[index]!.size),
    limit: 1.2,
    unit: '×',
  }));
  const steps = last.steps.filter(({ processed, seconds }) => processed > 0 || (seconds ?? 0) > 0);
  return {
    title: 'Закрытие дня',
    about: `День закрыт и запечатан над соглашениями, которые действуют: 3 % платят в это утро, 1 % опоздал вчера, у 10 % растёт неустойка. Процессор сервера вместе с PostgreSQL. Предел: те же записи теми же таблицами порциями по тысяче, голый pg, с теми же триггерами. Шаги последнего закрытия: ${steps.map(({ sub, processed, changed, failed, seconds }) => `${SUB_JOBS[sub].title.toLowerCase()} ${processed}/${changed}/${failed} за ${seconds} с`).join('; ')}.`,
    head: [
      'соглашений',
      'предел, с',
      'предел, ЦП, с',
      'закрытие, с',
      'ЦП, с',
      'к пределу',
      'список рядом, p99, мс',
      'без закрытия',
    ],
    rows: closed.map((each) => [
      String(each.size),
      number(each.bare.seconds, 1),
      number(each.bare.cpu),
      number(each.ours.seconds, 1),
      number(each.ours.cpu),
      `${number(ratio(each))} ×`,
      number(each.list.beside, 0),
      number(each.list.quiet, 0),
    ]),
    bars: [
      ...closed.map((each) => ({
        id: 'P10',
        what: `${each.size}: закрытие к пределу`,
        figure: ratio(each),
        limit: 3.3,
        unit: '×',
      })),
      ...growth,
      {
        id: 'P10',
        what: 'список рядом с закрытием, p99',
        figure: last.list.beside / last.list.quiet,
        limit: 2,
        unit: '×',
      },
    ],
  };
}
