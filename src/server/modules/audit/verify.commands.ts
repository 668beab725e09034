import { sql } from 'kysely';
import { pagePath } from '#contract/kernel/page-path.ts';
import { audit } from '#contract/platform/audit.ts';
import { notify } from '#server/modules/notifications/notifications.commands.ts';
import type { App } from '#server/platform/app.ts';
import { operatorsWith } from '#server/platform/auth/permission-holders.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { type Interval, startInterval } from '#server/platform/jobs/interval.ts';
import { type ChainEnd, chainStart, type Verified, verifyAudit } from '#server/platform/state/audit-chain.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';

/** How often it is asked whether a verification is due. */
const intervalMs = 10 * 60_000;
const dayMs = 24 * 60 * 60_000;
/** Rows that one verification has seen are seen again by the next whole one. */
const wholeEveryMs = 7 * dayMs;

/**
 * Verifies the hash chain when the last time was a day ago: what has been sealed since then, and all of it once a week or
 * when it did not hold. Of several nodes one does it; whatever it finds is kept, and a break is told to administrators.
 */
export async function verifyWhenDue({ database: { db }, log, stopping }: App, now = new Date()): Promise<void> {
  await inSystemTransaction(db, 'audit.verify', async (tx) => {
    if (!(await isAlone(tx))) return;
    const from = await findStart(tx, now);
    if (from === null) return;
    const walked = await verifyAudit(tx, from, stopping.signal);
    const brokenAt = firstOf(walked.brokenAt, await findResealed(tx));
    await insertVerification(tx, { ...walked, brokenAt }, from === chainStart);
    if (brokenAt === null) {
      log.info({ upTo: walked.auditId, seal: walked.hash.toString('hex') }, 'the audit chain holds');
      return;
    }
    log.error({ brokenAt }, 'the audit chain is broken');
    await notify(tx, await operatorsWith(tx, audit.verification), {
      event: 'platform.trouble',
      title: 'Журнал действий изменён в обход программы',
      detail: `Цепочка нарушена у записи № ${brokenAt}: запись изменили, удалили или вставили прямо в базе. Проверьте, кто имеет к ней доступ`,
      link: pagePath('/dashboard/logs'),
    });
  });
}

async function isAlone(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{
    free: boolean;
  }>`select pg_try_advisory_xact_lock(hashtextextended('audit verification', 0)) as free`.execute(tx);
  return rows[0]!.free;
}

/** From where to verify now; null when it is too early, or nothing is sealed yet. */
async function findStart(tx: Tx, now: Date): Promise<ChainEnd | null> {
  const verifications = tx.selectFrom('auditVerifications');
  const last = await verifications.selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst();
  if (!last) return (await tx.selectFrom('auditSeals').select('seq').limit(1).executeTakeFirst()) ? chainStart : null;
  if (last.at.getTime() > now.getTime() - dayMs) return null;
  if (last.brokenAt !== null) return chainStart;
  const whole = await verifications
    .select('id')
    .where('whole', '=', true)
    .where('at', '>', new Date(now.getTime() - wholeEveryMs))
    .executeTakeFirst();
  return whole ? last : chainStart;
}

/**
 * The first row up to which the chain once held and whose seal is not the one of then: everything from somewhere before it
 * was sealed anew, or the end was cut off.
 */
async function findResealed(tx: Tx): Promise<number | null> {
  const { rows } = await sql<{ auditId: number | null }>`select v.audit_id from audit_verifications v
    left join audit_seals s on s.seq = v.seq
    where v.broken_at is null and v.seq > 0 and s.hash is distinct from v.hash
    order by v.seq limit 1`.execute(tx);
  return rows[0]?.auditId ?? null;
}

const firstOf = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

async function insertVerification(
  tx: Tx,
  { seq, auditId, hash, settled, brokenAt }: Verified,
  whole: boolean,
): Promise<void> {
  await tx.insertInto('auditVerifications').values({ seq, auditId, hash, settled, brokenAt, whole }).execute();
}

/** Verifies by the clock until it is stopped. */
export const startVerifying = (app: App): Interval =>
  startInterval(intervalMs, app.log, 'audit verification', () => verifyWhenDue(app));
