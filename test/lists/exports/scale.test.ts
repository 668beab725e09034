import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from 'vitest';
import { makeOperator } from '#server/demo/factories.ts';
import { type Database, openDatabase } from '#server/platform/database/db.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { password, passwordHash } from '#test/helpers/boot.ts';
import { Client } from '#test/helpers/client.ts';
import { freshDatabase, type TestDatabase } from '#test/helpers/database.ts';
import { unzip } from '#test/helpers/files/workbook.ts';
import { type Child, startServer } from '#test/helpers/processes/child.ts';
import { lacksLinux } from '#test/helpers/processes/processes.ts';
import { testUnless } from '#test/helpers/run/unless.ts';
import { crowd, download } from '../helpers/downloads.ts';

const people = 200_000;
/**
 * Of the time of the whole download: the file begins long before it is whole, and nobody waits for its end. How many
 * milliseconds both take on a quiet machine is measured by `npm run bench`.
 */
const firstByteShare = 0.25;
const slowestShare = 0.25;
const mostGrowthMb = 80;
const mostClimbMb = 30;

let fresh: TestDatabase;
let database: Database;
let server: Child;
let manager: Client;
const dataDir = mkdtempSync(join(tmpdir(), 'ugovor-export-'));

beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ connectionString: fresh.url }, 2, () => undefined);
  await crowd(database.pool, people);
  const login = 'manager@scale.test';
  const hash = passwordHash();
  await inSystemTransaction(database.db, 'system.test', (tx) =>
    makeOperator(tx, { email: login, role: 'manager', passwordHash: hash }),
  );
  const secret = { SECRET_KEY: 'a secret key of the export tests, 32 and more', OPERATORS_SECOND_FACTOR: '0' };
  server = await startServer({ DATA_DIR: dataDir, DATABASE_URL: fresh.url.replace('@/', '@localhost/'), ...secret });
  manager = new Client(server.url);
  expect((await manager.post('/internal/auth/operator/signin', { login, password })).status).toBe(200);
}, 120_000);
afterAll(async () => {
  await server?.stop();
  await database?.close();
  await fresh?.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

testUnless(lacksLinux())(
  '200 000 people go out at once and whole; the memory of the server stays as it was',
  { timeout: 120_000 },
  async () => {
    await (await download(manager, { query: 'filter[createdTo]=2000-01-01' })).arrayBuffer();
    const before = memoryOf(server.pid);
    // Somebody else on the machine may hold one of them up, but not three in a row.
    let seen = await watched();
    const isHeldUp = () => seen.firstByte / seen.whole >= firstByteShare || seen.slowest / seen.whole >= slowestShare;
    for (let again = 0; again < 2 && isHeldUp(); again++) seen = await watched();
    const { file, firstByte, memory, slowest, whole } = seen;
    const sheet = unzip(file).get('xl/worksheets/sheet1.xml')!;
    expect([...sheet.matchAll(/<row /g)]).toHaveLength(people + 1);
    expect(firstByte / whole, 'share of the time to the first byte').toBeLessThan(firstByteShare);
    expect(slowest / whole, 'share of the slowest other answer meanwhile').toBeLessThan(slowestShare);
    expect(Math.max(...memory) - before, 'MB of growth').toBeLessThan(mostGrowthMb);
    const half = Math.floor(memory.length / 2);
    const climb = Math.max(...memory.slice(half)) - Math.max(...memory.slice(0, half));
    expect(climb, 'MB more in the second half than in the first').toBeLessThan(mostClimbMb);
  },
);

/** Takes the whole file; meanwhile asks the server for its health and looks at its memory. */
async function watched() {
  const memory: number[] = [];
  let slowest = 0;
  const done = new AbortController();
  const watching = (async () => {
    for (; !done.signal.aborted; await sleep(50)) {
      const asked = performance.now();
      await manager.get('/api/health');
      slowest = Math.max(slowest, performance.now() - asked);
      memory.push(memoryOf(server.pid));
    }
  })();
  const began = performance.now();
  let firstByte = 0;
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await download(manager)).body!) {
    firstByte ||= performance.now() - began;
    chunks.push(chunk);
  }
  const whole = performance.now() - began;
  done.abort();
  await watching;
  return { file: Buffer.concat(chunks), firstByte, memory, slowest, whole };
}

/** Megabytes that a process holds. */
const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;
