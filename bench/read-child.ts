// Reads one file in one of four ways, in a process of its own, and tells what it took. The arguments are the way and the
// file; a small file is read before, so that nobody pays for loading the program.
import { contractCaps } from '#domain/money/overpayment-caps.ts';
import { KNOWN_RATES } from '#domain/rates/known-rates.ts';
import { toDay } from '#domain/values/days.ts';
import { readRegistry } from '#server/modules/registries/reading/read-registry.ts';
import { readInThread } from '#server/modules/registries/reading/reading.ts';
import type { PackedWorkerMessage, WorkerMessage } from '#server/modules/registries/reading/reading.types.ts';
import { soleKey } from '#server/platform/secrets/secrets.ts';
import { openTableFile } from '#server/platform/xlsx/read/table.ts';
import { readBare } from './bare-reader.ts';

export interface Taken {
  rows: number;
  cpuSeconds: number;
  wallSeconds: number;
  peakMegabytes: number;
  /** The most processor time that the main thread took between two batches: nobody else could work meanwhile. */
  longestTurnMs: number;
}

const job = (file: string) => ({
  kind: 'full' as const,
  file,
  today: toDay('2026-11-20'),
  caps: contractCaps(KNOWN_RATES),
  right: 'lender' as const,
  mostRows: 1_000_000,
  registryId: 1,
  keys: soleKey('the key of a benchmark, long enough')(),
});

const ways: Record<string, (file: string) => Promise<number>> = {
  bare: readBare,
  table: async (file) => {
    const opened = await openTableFile(file);
    let rows = 0;
    for await (const some of opened.tables[0]!.rows()) rows += some.length;
    await opened.close();
    return rows;
  },
  judged: (file) => countOf(readRegistry(job(file))),
  thread: (file) => countOf(readInThread(job(file))),
};

let longestTurnMs = 0;
const threadMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

async function countOf(told: AsyncIterable<WorkerMessage | PackedWorkerMessage>): Promise<number> {
  let rows = 0;
  let last = threadMs();
  for await (const message of told) {
    const now = threadMs();
    longestTurnMs = Math.max(longestTurnMs, now - last);
    last = now;
    if ('progress' in message) rows = message.progress.rows;
    const broken = 'rows' in message && message.rows.find(({ ok }) => !ok);
    if (broken) throw new Error(`Row ${broken.rowNo}: ${JSON.stringify(broken.problems)}`);
  }
  return rows;
}

const [way, file, small] = process.argv.slice(2) as [string, string, string];
await ways[way]!(small);
longestTurnMs = 0;
const began = performance.now();
const used = process.cpuUsage();
const rows = await ways[way]!(file);
const { user, system } = process.cpuUsage(used);
const taken: Taken = {
  rows,
  cpuSeconds: (user + system) / 1e6,
  wallSeconds: (performance.now() - began) / 1000,
  peakMegabytes: process.resourceUsage().maxRSS / 1024,
  longestTurnMs,
};
console.log(JSON.stringify(taken));
