import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { MOSCOW_TODAY } from '#test/helpers/moscow-today.ts';
import { growTo as growEntries, makeCompanies } from './lists/entries.ts';
import { growTo } from './lists/people.ts';
import { cpuOf, cpuOfFamily, memoryOf } from './processes.ts';
import { number, type Report } from './report.ts';
import { type BenchServer, startBenchServer } from './server.ts';

const rows = 1_000_000;
const limitFile = fileURLToPath(new URL('export-limit.ts', import.meta.url));
/** One list to be exported whole. */
interface Exported {
  title: string;
  /** What it is a million of. */
  of: string;
  path: string;
  /** The same rows in the same order, as the limit copies them out. */
  query: string;
  fill(benchServer: BenchServer): Promise<void>;
}

const ofPeople: Exported = {
  title: 'Выгрузка',
  of: 'физлиц',
  path: '/api/individuals/exports/excel',
  fill: (benchServer) => growTo(benchServer, 0, rows, 'unsearchable'),
  query: `select i.id, i.last_name, i.first_name, i.middle_name, i.inn, a.phone, a.email, i.verification_status,
  i.pending_since, i.created_at from individuals i left join accounts a on a.id = i.account_id
  where i.deleted_at is null order by i.created_at desc, i.id desc`,
};

const ofEntries: Exported = {
  title: 'Выгрузка записей реестров',
  of: 'записей реестров',
  path: '/internal/questionnaires/exports/excel/registry-entries',
  fill: async (benchServer) => growEntries(benchServer, await makeCompanies(benchServer), 0, rows),
  query: `select e.id, le.short_name, r.number, concat_ws(' ', e.last_name, e.first_name, e.middle_name), e.debtor_inn, e.phone,
    e.contract_number, e.contract_date, e.contract_kind, e.principal, e.interest, e.interest_overdue, e.penalty, e.fee,
    e.court_cost, e.total, e.as_of, e.overdue_from, greatest(0, ${MOSCOW_TODAY} - e.overdue_from), e.stage, e.status
    from registry_entries e join registries r on r.id = e.registry_id join legal_entities le on le.id = e.legal_entity_id
    where e.withdrawn_at is null order by e.id desc`,
};

interface Cost {
  wallMs: number;
  cpuMs: number;
}

export const measureExports = (): Promise<Report> => measure(ofPeople);
export const measureEntryExports = (): Promise<Report> => measure(ofEntries);

/** Measures the export of a million rows beside COPY and a writer by hand, its memory, its first byte, its end. */
async function measure(exported: Exported): Promise<Report> {
  const benchServer = await startBenchServer();
  try {
    await exported.fill(benchServer);
    const before = await limitOf(benchServer, exported);
    const ours = await exportAll(benchServer, exported);
    const after = await limitOf(benchServer, exported);
    return report(exported, { limits: [before, after], ours, brokenOff: await breakOff(benchServer, exported) });
  } finally {
    await benchServer.stop();
  }
}

const download = (benchServer: BenchServer, { path }: Exported, signal?: AbortSignal): Promise<Response> =>
  fetch(benchServer.server.url + path, {
    headers: { cookie: `session=${benchServer.operator.cookies.get('session')}` },
    ...(signal && { signal }),
  });

interface Taken extends Cost {
  firstByteMs: number;
  memory: number;
  bytes: number;
}

async function exportAll(benchServer: BenchServer, exported: Exported): Promise<Taken> {
  const cpu = () => (cpuOf(benchServer.server.pid) + cpuOfFamily(benchServer.postgres.pid)) * 1000;
  let memory = 0;
  const timer = setInterval(() => (memory = Math.max(memory, memoryOf(benchServer.server.pid))), 100);
  const [began, cpuBefore] = [performance.now(), cpu()];
  let [firstByteMs, bytes] = [0, 0];
  for await (const chunk of (await download(benchServer, exported)).body!) {
    firstByteMs ||= performance.now() - began;
    bytes += chunk.length;
  }
  clearInterval(timer);
  return { wallMs: performance.now() - began, cpuMs: cpu() - cpuBefore, firstByteMs, memory, bytes };
}

/** Processor time of a process that has ended is known to the one who waited for it: this very process. */
async function limitOf({ postgres }: BenchServer, { query }: Exported): Promise<Cost> {
  const before = cpuOfFamily(postgres.pid);
  const own = cpuOfFamily(process.pid) - cpuOf(process.pid);
  const began = performance.now();
  const child = spawn(process.execPath, [limitFile, JSON.stringify(postgres.connection), query], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The limit ended with ${code}`);
  const wallMs = performance.now() - began;
  const spent = cpuOfFamily(process.pid) - cpuOf(process.pid) - own + cpuOfFamily(postgres.pid) - before;
  return { wallMs, cpuMs: spent * 1000 };
}

/** How long the query lives after its client has gone, in seconds. */
async function breakOff(benchServer: BenchServer, exported: Exported): Promise<number> {
  const client = new pg.Client(benchServer.postgres.connection);
  await client.connect();
  try {
    const leaving = new AbortController();
    const response = await download(benchServer, exported, leaving.signal);
    await response.body!.getReader().read();
    const left = performance.now();
    leaving.abort();
    for (;;) {
      const { rows } = await client.query(
        `select 1 from pg_stat_activity where query like 'declare exported%' or query like 'fetch % from exported'`,
      );
      if (rows.length === 0) return (performance.now() - left) / 1000;
      await sleep(10);
    }
  } finally {
    await client.end();
  }
}

interface Figures {
  limits: readonly Cost[];
  ours: Taken;
  brokenOff: number;
}

function report({ title, of }: Exported, { limits, ours, brokenOff }: Figures): Report {
  const limit = limits.toSorted((one, other) => one.cpuMs - other.cpuMs)[0]!;
  const row = (name: string, { wallMs, cpuMs }: Cost) => [
    name,
    number(wallMs / 1000, 1),
    number(cpuMs / 1000, 1),
    number(rows / cpuMs, 0),
    number(cpuMs / limit.cpuMs),
  ];
  return {
    title,
    about: `Миллион ${of} в Excel: ${number(ours.bytes / 1_000_000, 0)} МБ. Процессор сервера вместе с PostgreSQL. Предел: COPY и запись ячеек руками,
сжатая на самом быстром уровне и выброшенная.`,
    head: ['что', 'часы, с', 'процессор, с', 'тысяч строк на секунду процессора', 'к пределу'],
    rows: [...limits.map((one) => row('предел', one)), row('сервер', ours)],
    bars: [
      { id: 'P9', what: 'процессор к пределу', figure: ours.cpuMs / limit.cpuMs, limit: 2, unit: '×' },
      { id: 'P9', what: 'память сервера', figure: ours.memory, limit: 200, unit: 'МБ' },
      { id: 'P9', what: 'первый байт', figure: ours.firstByteMs, limit: 300, unit: 'мс' },
      { id: 'EX2', what: 'запрос после ухода клиента', figure: brokenOff, limit: 2, unit: 'с' },
    ],
  };
}
