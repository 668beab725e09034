import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { App } from '../app.ts';
import type { Db, Tx } from '../database/db.ts';
import { type Interval, startInterval } from '../jobs/interval.ts';
import { describeError } from '../log/log.ts';

const intervalMs = 1_000;
const batch = 5_000;
/** So few that whoever waits for an answer of this node does not notice. */
const verifiedAtOnce = 1_000;
/** Rows of which only the number is looked at: a second of work for the database, not for this node. */
const lookedAtOnce = 100_000;
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
 * itself, because a transaction may get its number in the audit a moment before it gets its own; one that is ahead was
 * brought here with a copy of another database.
 */
const settle = (tx: Tx, isOver: boolean | null): Promise<unknown> =>
  isOver === true
    ? sql`update audit_settled set settled = candidate, candidate = null, waits_for = null`.execute(tx)
    : sql`update audit_settled set waits_for = pg_snapshot_xmax(pg_current_snapshot())
        where waits_for is null or waits_for > pg_snapshot_xmax(pg_current_snapshot())`.execute(tx);

/** Where a verification has come to: the last seal that holds, its row, and up to where the audit was settled. */
export interface ChainEnd {
  readonly seq: number;
  readonly auditId: number | null;
  readonly hash: Buffer;
  readonly settled: number;
}

/** A verification from here on is one of the whole chain. */
export const chainStart: ChainEnd = { seq: 0, auditId: null, hash: firstSeal, settled: Number.MIN_SAFE_INTEGER };

export interface Verified extends ChainEnd {
  /** The first row that was changed, removed or never sealed; null when all hold. */
  readonly brokenAt: number | null;
}

interface Sealed {
  seq: number;
  auditId: number;
  hash: Buffer;
  text: string | null;
  blanked: string | null;
}

/**
 * Walks the chain from where an earlier verification has come to, or the whole of it. A row that an erasure has blanked must
 * say what was written down then: its seal, which covers what it said before, is taken as it is, and the seals after it
 * cover that. No row may be without a seal where the audit is settled: somebody has put it there past the chain, or the
 * sealer has missed it.
 * @param signal ends a long walk early
 */
export async function verifyAudit(tx: Tx, from = chainStart, signal?: AbortSignal): Promise<Verified> {
  await sql`set local statement_timeout = ${sql.lit(longestMs)}`.execute(tx);
  let end = from;
  for (;;) {
    signal?.throwIfAborted();
    const { rows } = await sealedAfter(end.seq).execute(tx);
    if (rows.length === 0) break;
    for (const row of rows) {
      const hash = row.seq === end.seq + 1 ? heldSeal(end.hash, row) : null;
      if (hash === null) return { ...end, brokenAt: row.auditId };
      end = { ...end, seq: row.seq, auditId: row.auditId, hash };
    }
  }
  return { ...end, ...(await findUnsealed(tx, from.settled, signal)) };
}

const sealedAfter = (seq: number) => sql<Sealed>`
  select s.seq, s.audit_id, s.hash, to_jsonb(a)::text as text, (
    select e.sha256 from audit_erasures e where e.audit_id = s.audit_id order by e.erasure_id desc limit 1) as blanked
  from audit_seals s left join audit_log a on a.id = s.audit_id
  where s.seq > ${seq} order by s.seq limit ${verifiedAtOnce}`;

/** The seal of a row, or null when it does not hold. */
function heldSeal(before: Buffer, { auditId, text, hash, blanked }: Sealed): Buffer | null {
  if (text === null) return null;
  if (sealOf(before, { id: auditId, text }).equals(hash)) return hash;
  return createHash('sha256').update(text).digest('hex') === blanked ? hash : null;
}

/** Up to where the audit is settled, and the first row without a seal from the number on up to there. */
async function findUnsealed(
  tx: Tx,
  from: number,
  signal?: AbortSignal,
): Promise<Pick<Verified, 'settled' | 'brokenAt'>> {
  const { settled } = await tx.selectFrom('auditSettled').select('settled').executeTakeFirstOrThrow();
  let reached = from;
  for (;;) {
    signal?.throwIfAborted();
    const { rows } = await sql<{ last: number | null; brokenAt: number | null }>`
      select max(a.id) as last,
        min(a.id) filter (where not exists (select from audit_seals s where s.audit_id = a.id)) as broken_at
      from (select id from audit_log where id > ${reached} and id <= ${settled} order by id limit ${lookedAtOnce}) a`.execute(
      tx,
    );
    const { last, brokenAt } = rows[0]!;
    if (last === null || brokenAt !== null) return { settled, brokenAt };
    reached = last;
  }
}

/** Seals every second until it is stopped; `stop` seals once more. */
export function startSealing(app: App): Interval {
  const seal = () => sealAudit(app.database.db);
  const sealing = startInterval(intervalMs, app.log, 'audit chain', seal);
  return {
    async stop() {
      await sealing.stop();
      await seal().catch((error: unknown) => app.log.warn({ error: describeError(error) }, 'audit chain'));
    },
  };
}
