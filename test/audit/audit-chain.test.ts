import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { verifyWhenDue } from '#server/modules/audit/verify.commands.ts';
import { sealAudit, verifyAudit } from '#server/platform/state/audit-chain.ts';
import { type Booted, boot, type Signed } from '../helpers/boot.ts';
import { readLog } from '../helpers/log.ts';
import { patience } from '../helpers/patience.ts';

let testApp: Booted;
beforeAll(async () => {
  testApp = await boot();
});
afterAll(() => testApp.stop());

const db = () => testApp.app.database.db;
const pool = (): pg.Pool => testApp.owner;
const select = async <T extends pg.QueryResultRow>(query: string): Promise<T[]> => (await pool().query<T>(query)).rows;
const count = async (table: string): Promise<number> =>
  (await select<{ rows: number }>(`select count(*)::int as rows from ${table}`))[0]!.rows;

/** Seals whatever is written so far; the server's own sealer may have done a part of it. */
async function sealEverything(): Promise<void> {
  do await sealAudit(db());
  while ((await count('audit_seals')) < (await count('audit_log')));
}

/** Acts while the server's own sealer finds the lock taken, as it finds it when another node seals. */
async function unsealedMeanwhile(act: () => Promise<void>): Promise<void> {
  const holder = await pool().connect();
  try {
    await holder.query(`select pg_advisory_lock(hashtextextended('audit chain', 0))`);
    await act();
  } finally {
    // The connection is not given back but ended: the lock goes with it.
    holder.release(true);
  }
}

/** The first row at which the chain does not hold. */
const findBreak = async (): Promise<number | null> =>
  (
    await db()
      .transaction()
      .execute((tx) => verifyAudit(tx))
  ).brokenAt;

/** What only a superuser can do: triggers and references sleep meanwhile. */
async function tamper(change: string): Promise<void> {
  const client = await pool().connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    const { rowCount } = await client.query(change);
    expect(rowCount).toBe(1);
    await client.query('commit');
  } finally {
    client.release();
  }
}

/** The same, and what the verification finds then. */
async function tampered(change: string): Promise<number | null> {
  await tamper(change);
  return findBreak();
}

describe.each(['audit_log', 'audit_seals'])('%s', (table) => {
  test.each([
    `update ${table} set ${table === 'audit_log' ? `operation = 'other'` : `hash = '\\x00'`}`,
    `delete from ${table}`,
    `truncate ${table} cascade`,
  ])('refuses: %s', async (statement) => {
    await testApp.individual();
    await sealEverything();
    const before = await count(table);
    expect(before).toBeGreaterThan(0);
    await expect(pool().query(statement)).rejects.toMatchObject({ code: '42501' });
    expect(await count(table)).toBe(before);
  });
});

describe('the hash chain', () => {
  test('covers every row and holds', async () => {
    await testApp.individual();
    await sealEverything();
    expect(await count('audit_seals')).toBe(await count('audit_log'));
    expect(await findBreak()).toBe(null);
  });

  test('is one chain also when many seal at once', async () => {
    for (let n = 0; n < 3; n++) await testApp.individual();
    await Promise.all(Array.from({ length: 6 }, () => sealAudit(db())));
    await sealEverything();
    const [ends] = await select('select min(seq)::int as first, max(seq)::int as last from audit_seals');
    expect(ends).toEqual({ first: 1, last: await count('audit_seals') });
    expect(await findBreak()).toBe(null);
  });

  test('takes in a row that was committed after its younger neighbours', async () => {
    const late = await pool().connect();
    await late.query('begin');
    await late.query(`insert into audit_log (operation, action, object_type) values ('system.late', 'insert', 'test')`);
    await testApp.individual();
    await sealAudit(db());
    await late.query('commit');
    late.release();
    await sealEverything();
    expect(await findBreak()).toBe(null);
  });

  test('takes in a row that was committed long after thousands of younger ones', async () => {
    const late = await pool().connect();
    await late.query('begin');
    const { rows } = await late.query<{ id: number }>(
      `insert into audit_log (operation, action, object_type) values ('system.late', 'insert', 'test') returning id::int`,
    );
    const { id } = rows[0]!;
    await pool().query(`insert into audit_log (operation, action, object_type)
      select 'system.young', 'insert', 'test' from generate_series(1, 11000)`);
    await sealEverything();
    for (let look = 0; look < 5; look++) await sealAudit(db());
    await late.query('commit');
    late.release();
    // Whatever else runs on the server of the database may hold it up for a while.
    const sealed = async () => {
      await sealAudit(db());
      return select(`select 1 from audit_seals where audit_id = ${id}`);
    };
    await expect.poll(sealed, { timeout: 30_000 }).toHaveLength(1);
    expect(await findBreak()).toBe(null);
  });

  test('shows a row that stands without a seal where all are settled', async () => {
    await testApp.individual();
    for (let look = 0; look < 6; look++) await sealEverything();
    const free = `(select min(id) - 1 from audit_log)`;
    expect(
      await tampered(`insert into audit_log (id, operation, action, object_type) overriding system value
      select ${free}, 'system.forged', 'insert', 'test'`),
    ).toBe(0);
    await unsealedMeanwhile(async () => {
      expect(await tampered(`delete from audit_log where id = 0`)).toBe(null);
    });
  });

  /** Each finding is undone by the opposite change, so that the next one starts from a chain that holds. */
  test('finds a changed row, a removed row, a changed seal and a removed seal', async () => {
    await testApp.individual();
    await sealEverything();
    const [row] = await select<{ id: number; seq: number; operation: string }>(
      `select a.id, s.seq, a.operation from audit_log a join audit_seals s on s.audit_id = a.id order by a.id offset 3 limit 1`,
    );
    const { id, seq, operation } = row!;
    expect(await tampered(`update audit_log set operation = operation || ' ' where id = ${id}`)).toBe(id);
    expect(await tampered(`update audit_log set operation = '${operation}' where id = ${id}`)).toBe(null);

    await pool().query(`create table kept_seal as select * from audit_seals where seq = ${seq}`);
    expect(await tampered(`update audit_seals set hash = '\\x00' where seq = ${seq}`)).toBe(id);
    expect(await tampered(`update audit_seals s set hash = k.hash from kept_seal k where s.seq = k.seq`)).toBe(null);
    const [next] = await select<{ audit_id: number }>(`select audit_id from audit_seals where seq = ${seq + 1}`);
    // A row without its seal looks unsealed to the sealer, who comes by every second and would seal it again.
    await unsealedMeanwhile(async () => {
      expect(await tampered(`delete from audit_seals where seq = ${seq}`)).toBe(next!.audit_id);
      expect(await tampered(`insert into audit_seals select * from kept_seal`)).toBe(null);
    });

    expect(await tampered(`delete from audit_log where id = ${id}`)).toBe(id);
  });
});

describe('the verification by the clock', () => {
  const path = '/internal/audit-log/verification';
  let administrator: Signed;
  const afterDays = (days: number): Promise<void> =>
    verifyWhenDue(testApp.app, new Date(Date.now() + days * 24 * 3_600_000));
  const last = async () => (await administrator.client.get(path)).body.last;
  const newest = async (): Promise<number> =>
    (await select<{ id: number }>('select max(id) as id from audit_log'))[0]!.id;
  const breakRow = (id: number) => tamper(`update audit_log set operation = operation || ' ' where id = ${id}`);
  const mendRow = (id: number) => tamper(`update audit_log set operation = rtrim(operation) where id = ${id}`);
  const told = () =>
    select<{ account_id: number; detail: string }>(
      `select account_id, detail from notifications where link = '/dashboard/logs'`,
    );

  beforeAll(async () => {
    // What the tests above have removed is no business of these.
    await testApp.stop();
    testApp = await boot();
    administrator = await testApp.operator('administrator');
  });

  test('comes once a day, on one node, and an administrator sees up to where the chain holds', async () => {
    expect(await last()).toBe(null);
    await sealEverything();
    const holder = await pool().connect();
    await holder.query(`select pg_advisory_lock(hashtextextended('audit verification', 0))`);
    await afterDays(0);
    expect(await last()).toBe(null);
    // Unlocked and waited for: a connection thrown away keeps its lock until the database notices.
    await holder.query(`select pg_advisory_unlock(hashtextextended('audit verification', 0))`);
    holder.release();
    await afterDays(0);
    const upTo = await newest();
    expect(await last()).toMatchObject({ upTo, brokenAt: null });
    await testApp.individual();
    await sealEverything();
    await afterDays(0);
    expect(await last()).toMatchObject({ upTo });
    await afterDays(1);
    expect(await last()).toMatchObject({ upTo: await newest(), brokenAt: null });
    expect((await (await testApp.operator('manager')).client.get(path)).status).toBe(403);
  });

  test('finds a row changed since the last one: in the log, in the bell and on the screen, until it is mended', async () => {
    await testApp.individual();
    await sealEverything();
    const id = await newest();
    await breakRow(id);
    await afterDays(1);
    expect(await last()).toMatchObject({ brokenAt: id });
    const { body } = await administrator.client.get(`/internal/audit-log?filter[id]=${id}`);
    expect(body).toMatchObject({ total: 1, items: [{ id }] });
    expect(await told()).toMatchObject([
      { account_id: administrator.accountId, detail: expect.stringContaining(`№ ${id}`) },
    ]);
    await vi.waitFor(() => {
      const line = readLog(testApp.dataDir)
        .split('\n')
        .find((one) => one.includes('the audit chain is broken'));
      expect(JSON.parse(line!)).toMatchObject({ level: 50, brokenAt: id });
    }, patience);
    await afterDays(1);
    expect(await last()).toMatchObject({ brokenAt: id });
    await mendRow(id);
    await sealEverything();
    await afterDays(1);
    expect(await last()).toMatchObject({ brokenAt: null });
  });

  test('looks at old rows again once a week', async () => {
    const [row] = await select<{ id: number }>('select id from audit_log order by id offset 2 limit 1');
    await breakRow(row!.id);
    await afterDays(1);
    expect(await last()).toMatchObject({ brokenAt: null });
    await afterDays(7);
    expect(await last()).toMatchObject({ brokenAt: row!.id });
    await mendRow(row!.id);
    await afterDays(1);
    expect(await last()).toMatchObject({ brokenAt: null });
  });

  test('finds that the end was cut off, though what is left holds', async () => {
    await sealEverything();
    await afterDays(1);
    const { upTo } = await last();
    await unsealedMeanwhile(async () => {
      await tamper(`delete from audit_seals where audit_id = ${upTo}`);
      await tamper(`delete from audit_log where id = ${upTo}`);
    });
    expect(await findBreak()).toBe(null);
    await afterDays(1);
    expect(await last()).toMatchObject({ brokenAt: upTo });
  });
});
