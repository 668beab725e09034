import { setTimeout as sleep } from 'node:timers/promises';
import { kopecks } from '#domain/values/money.ts';
import { takeAnswer } from '#server/modules/payments/settle.ts';
import { openDatabase } from '#server/platform/database/db.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import type { Client } from '#test/helpers/client.ts';
import { makeAgreed, makeParties, offered, type Parties } from '#test/helpers/crash/settlements.ts';
import {
  type Compared,
  comparedBar,
  comparedHead,
  comparedRow,
  cost,
  enter,
  holdJobs,
  run,
  slowestBar,
  type Timed,
  withConnections,
  workers,
} from './concurrent-work.ts';
import { bareBegin, bareReceive } from './pay-limit.ts';
import { cpuOf, cpuOfFamily } from './processes.ts';
import { number, type Report } from './report.ts';
import { type BenchServer, startBenchServer } from './server.ts';

/** Payments of each measurement. */
const payments = Number(process.env['PAYMENTS'] ?? 800);
/** Nobody lives there: what tells the partner of payments is a job, and jobs wait here. */
const partner = { PAYMENTS_URL: 'http://127.0.0.1:1', PAYMENTS_KEY: 'the key of a bench that nobody ever signs with' };

/** Payments that are begun, asked for again under their keys, and come in on one hot account, each beside bare SQL. */
export async function measurePay(): Promise<Report> {
  const benchServer = await startBenchServer(partner);
  try {
    const parties = await benchServer.write((tx) => makeParties(tx, 'nobody signs in with a password here'));
    await holdJobs(benchServer);
    const debtor = await enter(benchServer, parties.debtorAccount);
    const agree = (count: number) => agreements(benchServer, parties, count);
    await run(await agree(workers * 4), (id) => begin(debtor, parties, id));
    const own = await agree(payments);
    const bare = await agree(payments);
    const begun = await compareBegun(benchServer, parties, debtor, { own, bare });
    const again = await cost(own, (id) => begin(debtor, parties, id), ownCpu(benchServer));
    const incoming = await compareIncoming(benchServer, parties, { own, bare });
    return report({ begun, again, incoming });
  } finally {
    await benchServer.stop();
  }
}

const ownCpu = (benchServer: BenchServer) => () =>
  cpuOf(benchServer.server.pid) + cpuOfFamily(benchServer.postgres.pid);
const bareCpu = (benchServer: BenchServer) => () => cpuOf(process.pid) + cpuOfFamily(benchServer.postgres.pid);

function agreements(benchServer: BenchServer, parties: Parties, count: number): Promise<number[]> {
  return benchServer.write(async (tx) => {
    const ids: number[] = [];
    for (let made = 0; made < count; made++) ids.push(await makeAgreed(tx, parties));
    return ids;
  });
}

/** As the page of a payer does it: the same key each time it is asked for. */
async function begin(debtor: Client, { individual }: Parties, id: number): Promise<void> {
  const path = `/api/individuals/${individual}/loans/${id}/pay`;
  const reply = await debtor.post(path, { amount: offered, channel: 'sbp' }, { 'Idempotency-Key': `pay-${id}` });
  if (reply.status !== 201) throw new Error(`The payment answered ${reply.text}`);
}

interface Halves {
  own: readonly number[];
  bare: readonly number[];
}

async function compareBegun(
  benchServer: BenchServer,
  { individual, company, debtorAccount: accountId }: Parties,
  debtor: Client,
  { own, bare }: Halves,
): Promise<Compared> {
  const parties = { individual, company } as Parties;
  const ours = await cost(own, (id) => begin(debtor, parties, id), ownCpu(benchServer));
  await sleep(1_000);
  const limit = await withConnections(benchServer, (clients) =>
    cost(
      bare,
      (id, worker) => bareBegin(clients[worker]!, { id, accountId, individual, company }),
      bareCpu(benchServer),
    ),
  );
  return { ours, limit };
}

/**
 * Money that pays agreements off, all of them of one company: its account in the ledger is one row that everybody waits
 * for. Ours are taken by the code that takes the partner's answer.
 */
async function compareIncoming(
  benchServer: BenchServer,
  { individual, company }: Parties,
  { own, bare }: Halves,
): Promise<Compared> {
  const database = openDatabase(benchServer.postgres.connection, workers, () => undefined);
  const rows = await database.db.selectFrom('payments').select(['id', 'settlementId', 'partnerKey']).execute();
  const bySettlement = new Map(rows.map((row) => [row.settlementId, row]));
  const told = { amount: kopecks(offered), status: 'succeeded', payUrl: null, reason: null } as const;
  const take = async (settlement: number): Promise<void> => {
    const { id, partnerKey: key } = bySettlement.get(settlement)!;
    const answer = { ...told, id: `bench-${id}`, key, succeededAt: new Date() };
    await inSystemTransaction(database.db, 'payments.answer', (tx) => takeAnswer(tx, id, answer));
  };
  const ours = await cost(own, take, bareCpu(benchServer));
  await database.close();
  const limit = await withConnections(benchServer, (clients) =>
    cost(bare, (id, worker) => bareReceive(clients[worker]!, { id, individual, company }), bareCpu(benchServer)),
  );
  return { ours, limit };
}

interface Found {
  begun: Compared;
  again: Timed;
  incoming: Compared;
}

function report({ begun, again, incoming }: Found): Report {
  return {
    title: 'Платежи',
    about: `Платежи с ключом повтора по HTTP, ${payments} соглашений, ${workers} сразу. Процессор сервера вместе с PostgreSQL. Предел: те же записи в те же таблицы одной транзакцией голого pg, с теми же триггерами аудита. Повтор: тот же запрос с тем же ключом, ответ из записи. Поступления: деньги по соглашениям одной компании, её счёт в книге — одна строка для всех (горячий счёт); наша сторона — разбор ответа партнёра внутри процесса, планка по числу в секунду. p99 — время, за которое кончаются 99 из 100.`,
    head: comparedHead,
    rows: [
      comparedRow('платёж с ключом повтора', begun),
      ['тот же ключ ещё раз', number(again.perSecond, 0), number(again.p99, 0), number(again.cpuMs), '', '', '', ''],
      comparedRow('поступление, горячий счёт', incoming),
    ],
    bars: [
      comparedBar('P7', 'платёж к пределу', begun, 2.2),
      {
        id: 'P7',
        what: 'горячий счёт: предел к нам, в секунду',
        figure: incoming.limit.perSecond / incoming.ours.perSecond,
        limit: 1.43,
        unit: '×',
      },
      slowestBar('P7', 'платёж, p99 к пределу', begun),
    ],
  };
}
