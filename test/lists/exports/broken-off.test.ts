import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Booted, boot } from '#test/helpers/boot.ts';
import type { Client } from '#test/helpers/client.ts';
import { readWorkbook } from '#test/helpers/files/workbook.ts';
import { readLog } from '#test/helpers/log.ts';
import { cookiesOf, crowd, download, exporting, killExports, putGate, whileShut } from '../helpers/downloads.ts';

/** More than the buffers on the way hold, so that a client who does not read keeps the export waiting. */
const people = 100_000;
const freeWithinMs = 10_000;
/** An export has begun to read by then. */
const goneWithinMs = 40;
const path = '/api/individuals/exports/excel';

let testApp: Booted;
let pool: pg.Pool;
let manager: Client;

beforeAll(async () => {
  testApp = await boot();
  pool = testApp.owner;
  await crowd(pool, people);
  manager = (await testApp.operator('manager')).client;
});
const soonFree = () => expect.poll(() => exporting(pool), { timeout: freeWithinMs, interval: 20 }).toBe(0);
afterEach(soonFree);
afterAll(() => testApp.stop());

describe('in the middle of the file', () => {
  test('a client who goes away frees the connection, and the audit knows how much he was given', async () => {
    const { client, accountId } = await testApp.operator('administrator');
    const leaving = new AbortController();
    const response = await download(client, { signal: leaving.signal });
    await response.body!.getReader().read();
    expect(await exporting(pool)).toBe(1);
    leaving.abort();
    await soonFree();
    await expect.poll(() => endOf(accountId)).toMatchObject({ whole: false });
    const { rows } = (await endOf(accountId))!;
    expect(rows).toBeGreaterThan(0);
    expect(rows).toBeLessThan(people);
  });

  test('a failure breaks the connection: no end of the file, no end of the answer, a line in the log', async () => {
    const socket = connect(Number(new URL(testApp.url).port), '127.0.0.1');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: ${cookiesOf(manager)}\r\n\r\n`);
    await once(socket, 'readable');
    expect(await exporting(pool)).toBe(1);
    await killExports(pool);
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('latin1');
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
    expect(text).toMatch(/transfer-encoding: chunked/i);
    expect(text.endsWith('0\r\n\r\n')).toBe(false);
    expect(text).not.toContain('PK\x05\x06');
    await expect.poll(() => readLog(testApp.dataDir)).toContain('file broken off');
  });
});

describe('before the first byte', () => {
  beforeAll(() => putGate(pool));
  const few = 'filter[verificationStatus]=blocked';

  test('a client who goes away stops the query, although it still waits', async () => {
    const leaving = new AbortController();
    await whileShut(pool, async () => {
      const asked = download(manager, { signal: leaving.signal });
      asked.catch(() => undefined);
      await expect.poll(() => exporting(pool)).toBe(1);
      leaving.abort();
      await expect(asked).rejects.toThrow();
      await soonFree();
    });
  });

  test('a client who goes away at any moment stops the query', async () => {
    await whileShut(pool, async () => {
      for (let afterMs = 0; afterMs < goneWithinMs; afterMs++) {
        await expect.poll(() => goesAwayAfter(afterMs), { timeout: freeWithinMs }).toBe('gone');
        await soonFree();
      }
    });
  });

  test('a failure is an answer like any other', async () => {
    await whileShut(pool, async () => {
      const asked = manager.get(path);
      await expect.poll(() => exporting(pool)).toBe(1);
      await killExports(pool);
      const { status, body, headers } = await asked;
      expect([status, body.code, headers.get('content-disposition')]).toEqual([503, 'server.busy', null]);
    });
  });

  test('a failure that comes before the answer has begun is an answer too, and not the end of the process', async () => {
    // Its reading begins in a transaction whose commit takes longer than the reading needs to fail.
    await pool.query(`
      alter table settlements rename rating to away;
      create function slow_commit() returns trigger language plpgsql as 'begin perform pg_sleep(0.5); return null; end';
      create constraint trigger slow after insert on audit_log deferrable initially deferred
        for each row execute function slow_commit()`);
    try {
      const { status, headers } = await manager.post('/api/loans/closed-loans-report', {});
      expect([status, headers.get('content-disposition')]).toEqual([500, null]);
      expect(testApp.undeclared.splice(0)).toHaveLength(1);
    } finally {
      await pool.query('alter table settlements rename away to rating; drop function slow_commit cascade');
    }
  });

  test('a person has two at once and the whole server a third of its connections', async () => {
    const { client: administrator } = await testApp.operator('administrator');
    const files = await whileShut(pool, async () => {
      const running = [manager, manager, administrator].map((client) => download(client, { query: few }));
      await expect.poll(() => exporting(pool)).toBe(3);
      const own = await manager.get(path);
      expect([own.status, own.body.code]).toEqual([429, 'rate.limited']);
      expect(own.body.message).toBe('Две ваши выгрузки уже идут. Дождитесь окончания одной из них');
      const others = await administrator.get(path);
      expect([others.status, others.body.code]).toEqual([503, 'server.busy']);
      return running;
    });
    expect(await Promise.all(files.map(rowsOf))).toEqual([people / 4, people / 4, people / 4]);
    await soonFree();
    expect(await rowsOf(download(manager, { query: few }))).toBe(people / 4);
  });

  test('whoever has his files may ask for the next one, although the audit has not heard of them yet', async () => {
    // Well within the limit of a statement, past which the end is not written down and the connection breaks.
    await pool.query(`
      create function slow_commit() returns trigger language plpgsql as 'begin perform pg_sleep(3); return null; end';
      create constraint trigger slow after insert on audit_log deferrable initially deferred
        for each row when (new.after ? 'whole') execute function slow_commit()`);
    try {
      for (let nth = 0; nth < 3; nth++) expect(await rowsOf(download(manager, { query: few }))).toBe(people / 4);
    } finally {
      await pool.query('drop function slow_commit cascade');
    }
  });
});

/**
 * Asks for an export and goes away after so many milliseconds.
 * @returns how it ended: 429 while the server has not yet seen that the ones before have gone, which it does not before
 *   their reading begins
 */
async function goesAwayAfter(ms: number): Promise<'gone' | number> {
  const leaving = new AbortController();
  const asked = download(manager, { signal: leaving.signal }).then(
    ({ status }) => status,
    () => 'gone' as const,
  );
  await sleep(ms);
  leaving.abort();
  return asked;
}

const rowsOf = async (response: Promise<Response>): Promise<number> =>
  readWorkbook(Buffer.from(await (await response).arrayBuffer()))[0]!.rows.length - 1;

/** What the audit says of the end of the person's only export. */
async function endOf(accountId: number) {
  const { rows } = await pool.query<{ after: { rows: number; whole: boolean } }>(
    `select after from audit_log where account_id = $1 and object_type = 'exports' order by id offset 1`,
    [accountId],
  );
  return rows[0]?.after;
}
