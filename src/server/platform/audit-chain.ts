import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { App } from './app.ts';
import type { Db, Tx } from './db.ts';
import { every, type Recurring } from './every.ts';
import { describeError } from './log.ts';

const intervalMs = 1_000;
const batch = 5_000;
/** After a long transaction, or a restore, there is more to look through than usual. */
const longestMs = 60_000;

interface AuditRow {
  id: number;
  text: string;
}

/** The hash of a seal: it covers the row and, through the seal before it, all earlier rows. */
const sealOf = (before: Buffer, row: AuditRow): Buffer => createHash('sha256').update(before).update(row.text).digest();
const firstSeal: Buffer = Buffer.alloc(32);

/** Where the audit is settled; see the migration of `audit_settled`. */
interface Settled {
  settled: number;
  candidate: number | null;
  /** No transaction that could have taken a number up to the candidate is open any more. */
  isOver: boolean | null;
}

/** Rows beyond what is settled that no seal covers yet, in the order of their ids. */
const unsealed = (settled: number) => sql<AuditRow>`
  select a.id, to_jsonb(a)::text as text from audit_log a
  where a.id > ${settled} and not exists (select from audit_seals s where s.audit_id = a.id)
  order by a.id limit ${batch}`;

/**
 * Seals what has been written since the last time. One node at a time; the others find the lock taken. A transaction may
 * commit hours after its rows got their numbers, so numbers are looked at again until no such transaction can be open.
 * @returns how many rows it has sealed
 */
export async function sealAudit(db: Db): Promise<number> {
  return db.transaction().execute(async (tx: Tx) => {
    const lock = await sql<{
      free: boolean;
    }>`select pg_try_advisory_xact_lock(hashtextextended('audit chain', 0)) as free`.execute(tx);
    if (!lock.rows[0]!.free) return 0;
    await sql`set local statement_timeout = ${sql.lit(longestMs)}`.execute(tx);
    // Asked before the rows are read: what has committed by now is among them.
    const { rows: found } = await sql<Settled>`select settled, candidate,
      waits_for <= pg_snapshot_xmin(pg_current_snapshot()) as is_over from audit_settled`.execute(tx);
    const { settled, candidate, isOver } = found[0]!;
    const { rows } = await unsealed(settled).execute(tx);
    await sealRows(tx, rows);
    if (rows.length < batch) await (candidate === null ? chooseCandidate(tx, settled) : settle(tx, isOver));
    return rows.length;
  });
}

async function sealRows(tx: Tx, rows: readonly AuditRow[]): Promise<void> {
  if (rows.length === 0) return;
  const last = await tx
    .selectFrom('auditSeals')
    .select(['seq', 'hash'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  let seq = last?.seq ?? 0;
  let hash: Buffer = last?.hash ?? firstSeal;
  const seals = rows.map((row) => {
    hash = sealOf(hash, row);
    seq++;
    return { seq, auditId: row.id, hash };
  });
  await sql`insert into audit_seals (seq, audit_id, hash)
    select * from unnest(${seals.map((seal) => seal.seq)}::bigint[], ${seals.map((seal) => seal.auditId)}::bigint[], ${seals.map((seal) => seal.hash)}::bytea[])`.execute(
    tx,
  );
}

/** The highest number there is may be settled once whoever has a lower one is done. */
const chooseCandidate = (tx: Tx, settled: number): Promise<unknown> =>
  sql`update audit_settled set candidate = a.id
    from (select id from audit_log where id > ${settled} order by id desc limit 1) a`.execute(tx);

/**
 * Takes the candidate for settled when its time has come. What it waits for is chosen one look later than the candidate
 * itself, because a transaction may get its number in the audit a moment before it gets its own; one that lies ahead was
 * brought here with a copy of another database.
 */
const settle = (tx: Tx, isOver: boolean | null): Promise<unknown> =>
  isOver === true
    ? sql`update audit_settled set settled = candidate, candidate = null, waits_for = null`.execute(tx)
    : sql`update audit_settled set waits_for = pg_snapshot_xmax(pg_current_snapshot())
        where waits_for is null or waits_for > pg_snapshot_xmax(pg_current_snapshot())`.execute(tx);

/**
 * Walks the whole chain. A row that an erasure has blanked must say what was written down then: its seal, which covers what
 * it said before, is taken as it stands, and the seals after it cover that. No row may stand without a seal where the audit
 * is settled: somebody has put it there past the chain, or the sealer has missed it.
 * @returns the id of the first audit row that was changed, removed or never sealed, or null when all hold
 */
export async function verifyAudit(db: Db): Promise<number | null> {
  let hash: Buffer = firstSeal;
  for (let seq = 0; ; ) {
    const { rows } = await sql<{
      seq: number;
      auditId: number;
      hash: Buffer;
      text: string | null;
      blanked: string | null;
    }>`
      select s.seq, s.audit_id, s.hash, to_jsonb(a)::text as text, (
        select e.sha256 from audit_erasures e where e.audit_id = s.audit_id order by e.erasure_id desc limit 1) as blanked
      from audit_seals s left join audit_log a on a.id = s.audit_id
      where s.seq > ${seq} order by s.seq limit ${batch}`.execute(db);
    if (rows.length === 0) return firstUnsealed(db);
    for (const row of rows) {
      if (row.seq !== seq + 1 || row.text === null) return row.auditId;
      hash = sealOf(hash, { id: row.auditId, text: row.text });
      if (!hash.equals(row.hash)) {
        if (createHash('sha256').update(row.text).digest('hex') !== row.blanked) return row.auditId;
        hash = row.hash;
      }
      seq = row.seq;
    }
  }
}

/** The first row without a seal among those that are settled, or null. */
async function firstUnsealed(db: Db): Promise<number | null> {
  return db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = ${sql.lit(longestMs)}`.execute(tx);
    const { rows } = await sql<{ id: number | null }>`select min(a.id) as id from audit_log a
      where a.id <= (select settled from audit_settled)
        and not exists (select from audit_seals s where s.audit_id = a.id)`.execute(tx);
    return rows[0]!.id;
  });
}

/** Seals every second until it is stopped; `stop` seals once more. */
export function startSealing(app: App): Recurring {
  const seal = () => sealAudit(app.database.db);
  const sealing = every(intervalMs, app.log, 'audit chain', seal);
  return {
    async stop() {
      await sealing.stop();
      await seal().catch((error: unknown) => app.log.warn({ error: describeError(error) }, 'audit chain'));
    },
  };
}
