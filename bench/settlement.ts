import type pg from 'pg';
import type { Block } from '#domain/documents/document-template.ts';
import { moscowDay } from '#domain/values/days.ts';
import { makeEmployee } from '#server/demo/factories.ts';
import { Printer } from '#server/platform/pdf/printer.ts';
import { makeSecrets } from '#server/platform/secrets/secrets.ts';
import type { Client } from '#test/helpers/client.ts';
import { makeCode, makeOffered, makeParties, type Parties, termsHashOf } from '#test/helpers/crash/settlements.ts';
import {
  type Compared,
  type Cost,
  comparedBar,
  comparedHead,
  comparedRow,
  cost,
  enter,
  holdJobs,
  run,
  slowestBar,
  withConnections,
  workers,
} from './concurrent-work.ts';
import { cpuOf, cpuOfFamily } from './processes.ts';
import { number, type Report } from './report.ts';
import { type BenchServer, startBenchServer } from './server.ts';
import { bareAccept, bareOffer, type Settlement } from './settlement-limit.ts';

/** Settlements of each measurement, and how many of them are under way at once. */
const settlements = Number(process.env['SETTLEMENTS'] ?? 400);
const papers = 200;

interface Manager {
  accountId: number;
  client: Client;
}
/** Offers and acceptances beside the same writes as bare SQL, and documents. */
export async function measureSettlement(): Promise<Report> {
  const benchServer = await startBenchServer();
  try {
    const parties = await benchServer.write((tx) => makeParties(tx, 'nobody signs in with a password here'));
    const managers = await hire(benchServer, parties);
    await holdJobs(benchServer);
    const offers = await compare(benchServer, parties, managers, { ours: offerBy, reads: readDraft }, bareOffer);
    const acceptances = await compare(benchServer, parties, managers, { ours: acceptBy, reads: readOffer }, bareAccept);
    const alone = await acceptAlone(benchServer, parties, managers[0]!);
    return report({ offers, acceptances, alone, documents: await printPapers() });
  } finally {
    await benchServer.stop();
  }
}

/**
 * Acceptances one after another, their codes made before: what one costs by itself. Sixteen at once wait for one another's
 * processor, so there p99 tells of the machine as much as of the program; its limit stands beside it.
 */
async function acceptAlone(benchServer: BenchServer, parties: Parties, manager: Manager): Promise<number> {
  const secrets = makeSecrets(benchServer.keys);
  const took: number[] = [];
  for (let index = 0; index < papers; index++) {
    const { id, code, termsHash } = await benchServer.write(async (tx) => {
      const made = await makeOffered(tx, parties, secrets);
      const code = await makeCode(tx, secrets, manager.accountId, made);
      return { id: made, code, termsHash: await termsHashOf(tx, made) };
    });
    const from = performance.now();
    const status = await acceptBy(manager, parties.company, id, code, termsHash);
    took.push(performance.now() - from);
    if (status !== 200) throw new Error(`The settlement answered ${status}`);
  }
  return took.toSorted((a, b) => a - b)[Math.ceil(took.length * 0.99) - 1]!;
}

/** A manager for each worker: of the codes of one account only the last one counts, and each has read his own text. */
async function hire(benchServer: BenchServer, { company }: Parties): Promise<Manager[]> {
  const accounts = await benchServer.write(async (tx) => {
    const hired: number[] = [];
    for (let index = 0; index < workers; index++) {
      const made = await makeEmployee(tx, { passwordHash: '-', legalEntityId: company, role: 'manager' });
      hired.push(made.accountId);
    }
    return hired;
  });
  return Promise.all(accounts.map(async (accountId) => ({ accountId, client: await enter(benchServer, accountId) })));
}

type Ours = (manager: Manager, company: number, id: number, code: string, textHash: string) => Promise<number>;
/** The fingerprint of what is read before it is signed, which is not measured. */
type Reads = (manager: Manager, company: number, id: number) => Promise<string>;

const readOffer: Reads = async ({ client }, _company, id) =>
  (await client.get(`/api/loans/${id}`)).body.offers[0].termsHash;
const acceptBy: Ours = async ({ client }, company, id, code, termsHash) => {
  const path = `/api/legal-entities/${company}/accept-terms/${id}`;
  return (await client.post(path, { termsHash, code }, keyOf('accept', id))).status;
};
const plan = { kind: 'at_once', amount: 3_900_000, firstDate: moscowDay(new Date()) };
const readDraft: Reads = async ({ client }, company, id) =>
  (await client.post(`/api/legal-entities/${company}/loans/${id}/agreement-text`, { plan })).body.sha256;
const offerBy: Ours = async ({ client }, company, id, code, textHash) => {
  const reply = await client.post(
    `/api/legal-entities/${company}/offer-terms/${id}`,
    { plan, textHash, code },
    keyOf('offer', id),
  );
  return reply.status;
};
const keyOf = (act: string, id: number) => ({ 'Idempotency-Key': `${act}-${id}` });

/** The same number of settlements by the product and by bare SQL, each with its code, which both must write. */
async function compare(
  benchServer: BenchServer,
  parties: Parties,
  managers: readonly Manager[],
  { ours, reads }: { ours: Ours; reads: Reads },
  bare: (client: pg.Client, settlement: Settlement) => Promise<void>,
): Promise<Compared> {
  const secrets = makeSecrets(benchServer.keys);
  const make = (count: number) =>
    benchServer.write(async (tx) => {
      const ids: number[] = [];
      for (let index = 0; index < count; index++) ids.push(await makeOffered(tx, parties, secrets));
      return ids;
    });
  const codeFor = (accountId: number, id: number, textHash?: string) =>
    benchServer.write((tx) => makeCode(tx, secrets, accountId, id, textHash));
  const database = benchServer.postgres.pid;
  const hashes = new Map<number, string>();
  const read = async (ids: number[]) => {
    await run(ids, async (id, worker) => {
      hashes.set(id, await reads(managers[worker]!, parties.company, id));
    });
    return ids;
  };
  const byUs = async (id: number, worker: number) => {
    const manager = managers[worker]!;
    const textHash = hashes.get(id)!;
    const status = await ours(manager, parties.company, id, await codeFor(manager.accountId, id, textHash), textHash);
    if (status !== 200) throw new Error(`The settlement answered ${status}`);
  };
  await run(await read(await make(Math.min(workers * 2, settlements))), byUs);
  const own = await cost(
    await read(await make(settlements)),
    byUs,
    () => cpuOf(benchServer.server.pid) + cpuOfFamily(database),
  );
  const limit = await withConnections(benchServer, async (clients) => {
    const bareBy = async (id: number, worker: number) => {
      const { accountId } = managers[worker]!;
      await codeFor(accountId, id);
      await bare(clients[worker]!, { ...parties, id, accountId });
    };
    return cost(await make(settlements), bareBy, () => cpuOf(process.pid) + cpuOfFamily(database));
  });
  return { ours: own, limit };
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

interface Measured {
  offers: Compared;
  acceptances: Compared;
  /** 99 of 100 acceptances that nobody else disturbs take no longer, ms. */
  alone: number;
  documents: Cost & { kilobytes: number };
}

function report({ offers, acceptances, alone, documents }: Measured): Report {
  return {
    title: 'Сделки',
    about: `Предложения и акцепты с подписью кодом по HTTP, ${settlements} сделок, ${workers} сразу; у каждой свой код, его запись входит в обе стороны. Процессор сервера вместе с PostgreSQL. Предел: те же записи в те же таблицы одной транзакцией голого pg, с теми же триггерами аудита. p99 — время, за которое кончаются 99 из 100. Документы: ${papers} соглашений в ${number(documents.kilobytes, 0)} КБ одно за другим.`,
    head: comparedHead,
    rows: [
      comparedRow('предложение', offers),
      comparedRow('акцепт с соглашением', acceptances),
      ['акцепт, один за другим', '', number(alone, 0), '', '', '', '', ''],
      ['документ PDF', number(documents.perSecond, 0), '', number(documents.cpuMs), '', '', '', ''],
    ],
    bars: [
      comparedBar('P6', 'предложение к пределу', offers, 2.5),
      comparedBar('P7', 'акцепт к пределу', acceptances, 2.2),
      slowestBar('P7', 'акцепт, p99 к пределу', acceptances),
    ],
  };
}
