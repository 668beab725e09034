import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { moscowDay } from '#domain/days.ts';
import type { Block } from '#domain/document-template.ts';
import { kopecks } from '#domain/money.ts';
import { makeEmployee } from '#server/demo/factories.ts';
import { takeAnswer } from '#server/modules/payments/settle.ts';
import { openDatabase } from '#server/platform/db.ts';
import { Printer } from '#server/platform/pdf/printer.ts';
import { hashToken, makeSecrets, newToken } from '#server/platform/secrets.ts';
import { inSystemTransaction } from '#server/platform/write.ts';
import { Client } from '#test/client.ts';
import { makeCode, makeOffered, makeParties, type Parties, termsHash } from '#test/crash/deals.ts';
import { bareAccept, bareOffer, bareReceive } from './deal-limit.ts';
import { buildHouse, type House } from './house.ts';
import { cpuOf, cpuOfFamily } from './processes.ts';
import { type Bar, number, type Report } from './report.ts';

/** Deals of each measurement, and how many of them are under way at once. */
const deals = Number(process.env['DEALS'] ?? 400);
const workers = 16;
const papers = 200;
/** The product may cost five times what its writes cost bare (P6, P7: 0,2 of the limit). */
const dearest = 5;
/** What each deal is agreed at and paid with, kopecks. */
const paidOff = 3_000_000;

interface Manager {
  accountId: number;
  client: Client;
}
interface Cost {
  perSecond: number;
  cpuMs: number;
}
/** With the time in which 99 of 100 are done, ms. */
interface Timed extends Cost {
  p99: number;
}

/** Offers and acceptances beside the same writes as bare SQL, and documents. */
export async function measureDeal(): Promise<Report> {
  const house = await buildHouse();
  try {
    const parties = await house.write((tx) => makeParties(tx, 'nobody signs in with a password here'));
    const managers = await hire(house, parties);
    await holdJobs(house);
    const offers = await compare(house, parties, managers, offerBy, bareOffer);
    const acceptances = await compare(house, parties, managers, acceptBy, bareAccept);
    const receipts = await measureReceipts(house, parties.company);
    return report({ offers, acceptances, receipts, documents: await printPapers() });
  } finally {
    await house.stop();
  }
}

/** Letters and papers are made by jobs afterwards and measured by themselves: here their jobs wait. */
async function holdJobs(house: House): Promise<void> {
  const client = await connect(house);
  await client.query(`
    create function hold_job() returns trigger language plpgsql as $$
      begin new.run_at := now() + interval '1 day'; return new; end $$;
    create trigger hold before insert on graphile_worker._private_jobs for each row execute function hold_job();`);
  await client.end();
}

/** A manager for each worker: of the codes of one account only the last one counts. */
function hire(house: House, { company }: Parties): Promise<Manager[]> {
  return house.write(async (tx) => {
    const hired: Manager[] = [];
    for (let index = 0; index < workers; index++) {
      const made = await makeEmployee(tx, { passwordHash: '-', legalEntityId: company, role: 'manager' });
      const token = newToken();
      const expiresAt = new Date(Date.now() + 3_600_000);
      const session = { accountId: made.accountId, tokenHash: hashToken(token), expiresAt, idleExpiresAt: expiresAt };
      await tx.insertInto('sessions').values(session).execute();
      const client = new Client(house.server.url);
      client.cookies.set('session', token);
      hired.push({ accountId: made.accountId, client });
    }
    return hired;
  });
}

interface Compared {
  ours: Timed;
  limit: Timed;
}

type Ours = (manager: Manager, company: number, id: number, code: string) => Promise<number>;

const acceptBy: Ours = async ({ client }, company, id, code) =>
  (await client.post(`/api/legal-entities/${company}/accept-terms/${id}`, { termsHash, code }, keyOf('accept', id)))
    .status;
const offerBy: Ours = async ({ client }, company, id, code) => {
  const plan = { kind: 'at_once', amount: 3_900_000, firstDate: moscowDay(new Date()) };
  const reply = await client.post(
    `/api/legal-entities/${company}/offer-terms/${id}`,
    { plan, code },
    keyOf('offer', id),
  );
  return reply.status;
};
const keyOf = (act: string, id: number) => ({ 'Idempotency-Key': `${act}-${id}` });

/** The same number of deals by the product and by bare SQL, each with its code, which both must write. */
async function compare(
  house: House,
  parties: Parties,
  managers: readonly Manager[],
  ours: Ours,
  bare: (client: pg.Client, deal: { id: number; accountId: number; code: string }) => Promise<void>,
): Promise<Compared> {
  const secrets = makeSecrets(readFileSync(join(house.dataDir, 'secret.key'), 'utf8').trim());
  const make = (count: number) =>
    house.write(async (tx) => {
      const ids: number[] = [];
      for (let index = 0; index < count; index++) ids.push(await makeOffered(tx, parties));
      return ids;
    });
  const codeFor = (accountId: number, id: number) => house.write((tx) => makeCode(tx, secrets, accountId, id));
  const database = house.embedded.pid;
  const byUs = async (id: number, worker: number) => {
    const manager = managers[worker]!;
    const status = await ours(manager, parties.company, id, await codeFor(manager.accountId, id));
    if (status !== 200) throw new Error(`The deal answered ${status}`);
  };
  await run(await make(workers * 2), byUs);
  const own = await cost(await make(deals), byUs, () => cpuOf(house.server.pid) + cpuOfFamily(database));
  const clients = await Promise.all(managers.map(() => connect(house)));
  const bareBy = async (id: number, worker: number) => {
    const { accountId } = managers[worker]!;
    await bare(clients[worker]!, { id, accountId, code: await codeFor(accountId, id) });
  };
  const limit = await cost(await make(deals), bareBy, () => cpuOf(process.pid) + cpuOfFamily(database));
  await Promise.all(clients.map((client) => client.end()));
  return { ours: own, limit };
}

async function connect({ embedded }: House): Promise<pg.Client> {
  const client = new pg.Client(embedded.connection);
  await client.connect();
  return client;
}

/** Works through the deals, so many at once. */
async function run(ids: number[], work: (id: number, worker: number) => Promise<void>): Promise<void> {
  const queue = [...ids];
  const worker = async (index: number) => {
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) await work(id, index);
  };
  await Promise.all(Array.from({ length: workers }, (_, index) => worker(index)));
}

async function cost(ids: number[], work: Parameters<typeof run>[1], cpu: () => number): Promise<Timed> {
  const before = cpu();
  const began = performance.now();
  const took: number[] = [];
  await run(ids, async (id, worker) => {
    const from = performance.now();
    await work(id, worker);
    took.push(performance.now() - from);
  });
  const seconds = (performance.now() - began) / 1000;
  const p99 = took.toSorted((a, b) => a - b)[Math.ceil(took.length * 0.99) - 1]!;
  return { perSecond: ids.length / seconds, cpuMs: ((cpu() - before) * 1000) / ids.length, p99 };
}

/**
 * Money that pays agreements off, all of them of one company: its account in the ledger is one row that everybody waits
 * for. Half of the agreements are paid by the code that takes the partner's answer, half by bare SQL.
 */
async function measureReceipts(house: House, company: number): Promise<Compared> {
  const made = await house.write(async (tx) => {
    const running = await tx
      .selectFrom('settlements')
      .select(['id', 'individualId'])
      .where('status', '=', 'waiting_for_payment')
      .where((eb) =>
        eb.exists(eb.selectFrom('ledgerEntries').select('id').whereRef('settlementId', '=', 'settlements.id')),
      )
      .orderBy('id')
      .execute();
    const sum = { legalEntityId: company, channel: 'sbp', amount: paidOff, status: 'processing' } as const;
    return tx
      .insertInto('payments')
      .values(running.map(({ id, individualId }) => ({ settlementId: id, individualId, ...sum })))
      .returning(['id', 'settlementId', 'partnerKey'])
      .execute();
  });
  const byDeal = new Map(made.map((one) => [one.settlementId, one]));
  const ids = [...byDeal.keys()];
  const half = Math.floor(ids.length / 2);
  const cpu = () => cpuOf(process.pid) + cpuOfFamily(house.embedded.pid);
  const database = openDatabase(house.embedded.connection, workers, () => undefined);
  const told = { amount: kopecks(paidOff), status: 'succeeded', payUrl: null, reason: null } as const;
  const ours = await cost(
    ids.slice(0, half),
    async (settlement) => {
      const { id, partnerKey: key } = byDeal.get(settlement)!;
      const answer = { ...told, id: `bench-${id}`, key, succeededAt: new Date() };
      await inSystemTransaction(database.db, 'payments.answer', (tx) => takeAnswer(tx, id, answer));
    },
    cpu,
  );
  await database.close();
  const clients = await Promise.all(Array.from({ length: workers }, () => connect(house)));
  const limit = await cost(ids.slice(half), (id, worker) => bareReceive(clients[worker]!, { id, company }), cpu);
  await Promise.all(clients.map((client) => client.end()));
  return { ours, limit };
}

/** Agreements of three pages, one after another. */
async function printPapers(): Promise<Cost & { kilobytes: number }> {
  const printer = new Printer();
  const paragraph = (index: number): Block => ({
    type: 'paragraph',
    number: `1.${index}`,
    text: 'Должник вправе платить досрочно, полностью или частично, без согласия Кредитора. '.repeat(3),
  });
  const blocks: Block[] = [
    { type: 'title', text: 'Соглашение' },
    ...Array.from({ length: 40 }, (_, index) => paragraph(index)),
  ];
  const check = {
    address: 'http://127.0.0.1',
    code: '0',
    qr: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>',
  };
  const print = (index: number) =>
    printer.print({
      name: `№ ${index}`,
      blocks: [...blocks, paragraph(index)],
      foot: `№ ${index}`,
      check,
      issuedAt: new Date(0),
    });
  await print(0);
  let bytes = 0;
  const ids = Array.from({ length: papers }, (_, index) => index + 1);
  const before = cpuOf(process.pid);
  const began = performance.now();
  for (const id of ids) bytes += (await print(id)).length;
  const seconds = (performance.now() - began) / 1000;
  await printer.close();
  const cpuMs = ((cpuOf(process.pid) - before) * 1000) / papers;
  return { perSecond: papers / seconds, cpuMs, kilobytes: bytes / papers / 1024 };
}

interface Found {
  offers: Compared;
  acceptances: Compared;
  receipts: Compared;
  documents: Cost & { kilobytes: number };
}

function report({ offers, acceptances, receipts, documents }: Found): Report {
  const line = (name: string, { ours, limit }: Compared) => [
    name,
    number(ours.perSecond, 0),
    number(ours.p99, 0),
    number(ours.cpuMs),
    number(limit.perSecond, 0),
    number(limit.p99, 0),
    number(limit.cpuMs),
    `${number(ours.cpuMs / limit.cpuMs)} ×`,
  ];
  const bar = (id: string, what: string, { ours, limit }: Compared): Bar => ({
    id,
    what,
    figure: ours.cpuMs / limit.cpuMs,
    limit: dearest,
    unit: '×',
  });
  return {
    title: 'Сделки',
    about: `Предложения и акцепты с подписью кодом по HTTP, ${deals} сделок, ${workers} сразу; у каждой свой код, его запись входит в обе стороны. Процессор сервера вместе с PostgreSQL. Предел: те же записи в те же таблицы одной транзакцией голого pg, с теми же триггерами аудита. Поступления: деньги по соглашениям одной компании, её счёт в книге — одна строка для всех (горячий счёт); наша сторона — разбор ответа партнёра внутри процесса, планка по числу в секунду. p99 — время, за которое кончаются 99 из 100. Документы: ${papers} соглашений в ${number(documents.kilobytes, 0)} КБ одно за другим.`,
    head: [
      'что',
      'в секунду',
      'p99, мс',
      'ЦП, мс',
      'предел, в секунду',
      'предел, p99, мс',
      'предел, ЦП, мс',
      'к пределу',
    ],
    rows: [
      line('предложение', offers),
      line('акцепт с соглашением', acceptances),
      line('поступление, горячий счёт', receipts),
      ['документ PDF', number(documents.perSecond, 0), '', number(documents.cpuMs), '', '', '', ''],
    ],
    bars: [
      bar('P6', 'предложение к пределу', offers),
      bar('P7', 'акцепт к пределу', acceptances),
      {
        id: 'P7',
        what: 'горячий счёт: предел к нам, в секунду',
        figure: receipts.limit.perSecond / receipts.ours.perSecond,
        limit: 2,
        unit: '×',
      },
      { id: 'P7', what: 'акцепт, p99', figure: acceptances.ours.p99, limit: 40, unit: 'мс' },
    ],
  };
}
