import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { App } from './app.ts';
import type { Db, Tx } from './db.ts';
import { every, type Recurring } from './every.ts';
import { describeError } from './log.ts';

const intervalMs = 1_000;
const batch = 5_000;

interface AuditRow {
  id: number;
  text: string;
}

/** The hash of a seal: it covers the row and, through the seal before it, all earlier rows. */
const sealOf = (before: Buffer, row: AuditRow): Buffer => createHash('sha256').update(before).update(row.text).digest();
const firstSeal: Buffer = Buffer.alloc(32);

/** Rows that no seal covers yet, in the order of their ids; a late commit is sealed after its younger neighbours. */
const unsealed = sql<AuditRow>`
  select a.id, to_jsonb(a)::text as text from audit_log a
  where a.id > coalesce((select max(audit_id) from audit_seals), 0) - ${batch}
    and not exists (select 1 from audit_seals s where s.audit_id = a.id)
  order by a.id limit ${batch}`;

/** Seals what has been written since the last time. One node at a time; the others find the lock taken. */
export async function sealAudit(db: Db): Promise<number> {
  return db.transaction().execute(async (tx: Tx) => {
    const lock = await sql<{
      free: boolean;
    }>`select pg_try_advisory_xact_lock(hashtextextended('audit chain', 0)) as free`.execute(tx);
    if (!lock.rows[0]!.free) return 0;
    const { rows } = await unsealed.execute(tx);
    if (rows.length === 0) return 0;
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
    return seals.length;
  });
}

/**
 * Walks the whole chain. A row that an erasure has blanked must say what was written down then: its seal, which covers what
 * it said before, is taken as it stands, and the seals after it cover that.
 * @returns the id of the first audit row that was changed or removed, or null when all hold
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
    if (rows.length === 0) return null;
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
