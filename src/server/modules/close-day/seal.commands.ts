import { sql } from 'kysely';
import { pagePath } from '#contract/kernel/page-path.ts';
import { closeDay } from '#contract/money/close-day.ts';
import { blocksSeal, SUB_JOBS, type SubJobCode, subJobCodes } from '#domain/money/close-day.ts';
import { formatDay, toDay } from '#domain/values/days.ts';
import { brokenLedger } from '#server/modules/ledger/ledger.queries.ts';
import { notify, settleNotifications } from '#server/modules/notifications/notifications.commands.ts';
import { driftedTallies } from '#server/modules/registries/entry-tallies.queries.ts';
import type { App } from '#server/platform/app.ts';
import { operatorsWith } from '#server/platform/auth/permission-holders.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { earlierWritersEnded } from '#server/platform/database/settled.ts';
import { type Verified, verifyAudit } from '#server/platform/state/audit-chain.ts';
import { transition } from '#server/platform/state/transition.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { sendFigures } from './close-letters.commands.ts';
import { businessDayState, type OpenDay } from './days.ts';
import type { Lease } from './lease.ts';
import { brokenSeal, type LastSeal, lastSealOf, type Sealed, sealOf } from './seal-chain.ts';

/** The whole ledger and all entries of registries are looked through. */
const longestMs = 300_000;

/** Who seals against the obstacles, and why. */
export interface Override {
  accountId: number;
  reason: string;
  /** The obstacles that he has seen. */
  seen: readonly string[];
}

/**
 * Seals a day and opens the next one, in one transaction that holds the lease.
 * @returns what is in the way; empty when it is sealed
 */
export async function sealDay(app: App, lease: Lease, day: OpenDay, override?: Override): Promise<string[]> {
  const { db } = app.database;
  const last = await lastSealOf(db);
  const audit = await verifiedAudit(db, last, app.stopping.signal);
  if (audit.brokenAt !== null) {
    const broken = `Журнал действий изменён в обход программы у записи № ${audit.brokenAt}`;
    return refuse(app, lease, day, [broken]);
  }
  const changed = await brokenSeal(db, 1);
  if (changed !== null) {
    return refuse(app, lease, day, [`Книга за ${formatDay(toDay(changed))} не сходится с печатью этого дня`]);
  }
  const obstacles = [...(await unfinished(db, day)), ...(await brokenSums(db))];
  const isSeen = obstacles.every((obstacle) => override?.seen.includes(obstacle));
  if (!isSeen) return refuse(app, lease, day, obstacles);
  const lastEntry = await settledEntry(db);
  if (lastEntry === null) {
    return refuse(app, lease, day, [...obstacles, 'Идёт долгая запись в книгу: печать попробует ещё раз']);
  }
  const sealed = await sealOf(db, day.day, { ...last, audit }, lastEntry);
  await inSystemTransaction(db, 'close-day.seal', async (tx) => {
    await lease.demand(tx);
    await writeSeal(tx, day, sealed, { obstacles, override: obstacles.length > 0 ? override : undefined });
    await settleWholes(tx, day);
    await settleNotifications(tx, aboutOf(day), 'day.unsealed');
    await sendFigures({ app, db: tx }, day.day);
  });
  return [];
}

/** The day stays as it is, with what is in its way; whoever may close it is told so, once for the same obstacles. */
export async function refuse(app: App, lease: Lease, { id, day }: OpenDay, obstacles: string[]): Promise<string[]> {
  await inSystemTransaction(app.database.db, 'close-day.refuse', async (tx) => {
    await lease.demand(tx);
    const before = await tx
      .selectFrom('businessDays')
      .select('obstacles')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const reason = obstacles.join('; ').slice(0, 500);
    await transition({ db: tx, actor: null }, businessDayState(id), 'stop', { set: { obstacles }, reason });
    if (before.obstacles.join() === obstacles.join()) return;
    await settleNotifications(tx, aboutOf({ id }), 'day.unsealed');
    await notify(tx, await operatorsWith(tx, closeDay.run), {
      event: 'platform.trouble',
      title: `День ${formatDay(day)} не запечатан`,
      detail: reason,
      link: pagePath('/close-day'),
      about: aboutOf({ id }),
      topic: 'day.unsealed',
    });
  });
  return obstacles;
}

const aboutOf = ({ id }: Pick<OpenDay, 'id'>) => ({ table: 'businessDays' as const, id });

/** What a step that blocks could not do as a whole no later day does again: whoever has sealed against it has read it. */
async function settleWholes(tx: Tx, { id }: OpenDay): Promise<void> {
  await tx
    .updateTable('subJobErrors')
    .set({ resolvedAt: sql<Date>`clock_timestamp()` })
    .where('businessDayId', '<=', id)
    .where('sub', 'in', subJobCodes.filter(blocksSeal))
    .where('objectId', '=', 0)
    .where('resolvedAt', 'is', null)
    .execute();
}

async function writeSeal(
  tx: Tx,
  { id, opens }: OpenDay,
  sealed: Sealed,
  { obstacles, override }: { obstacles: string[]; override: Override | undefined },
): Promise<void> {
  const { hash, entries, lastEntry, audit } = sealed;
  await transition({ db: tx, actor: null }, businessDayState(id), 'seal', {
    reason: override?.reason,
    set: {
      hash,
      entries,
      lastEntry,
      auditSeq: audit.seq,
      auditId: audit.auditId,
      auditSeal: audit.hash,
      auditSettled: audit.settled,
      sealedAt: sql<Date>`clock_timestamp()`,
      overriddenBy: override?.accountId ?? null,
      overrideReason: override?.reason ?? null,
      // What he has sealed against stays told.
      obstacles,
    },
  });
  await tx.insertInto('businessDays').values({ day: opens }).execute();
}

/** Walks the chain of the audit on from the last seal. */
const verifiedAudit = (db: Db, { audit }: LastSeal, signal: AbortSignal): Promise<Verified> =>
  db.transaction().execute((tx) => verifyAudit(tx, audit, signal));

/** The sub-jobs that have not come to their end for a day; the seal is none of them. */
export async function missingSubJobs(db: Db, { id }: OpenDay): Promise<SubJobCode[]> {
  const ended = await db
    .selectFrom('subJobResults')
    .select('sub')
    .where('businessDayId', '=', id)
    .where('status', '<>', 'running')
    .execute();
  const subs = new Set(ended.map(({ sub }) => sub));
  return subJobCodes.filter((sub) => sub !== 'seal-day' && !subs.has(sub));
}

/** The sub-jobs that are missing, and those whose open errors keep the day from being sealed. */
async function unfinished(db: Db, day: OpenDay): Promise<string[]> {
  const { rows } = await sql<{ sub: SubJobCode; count: number }>`select sub, count(*)::int as count
    from sub_job_errors where business_day_id = ${day.id} and resolved_at is null group by sub`.execute(db);
  const errors = new Map(rows.map(({ sub, count }) => [sub, count]));
  return [
    ...(await missingSubJobs(db, day)).map((sub) => `Не сделан шаг «${SUB_JOBS[sub].title}»`),
    ...subJobCodes
      .filter((sub) => blocksSeal(sub) && errors.has(sub))
      .map((sub) => `Ошибки шага «${SUB_JOBS[sub].title}»: ${errors.get(sub)}`),
  ];
}

/** The invariants of the ledger and the kept counts of registries, at one moment. */
const brokenSums = (db: Db): Promise<string[]> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`set local statement_timeout = ${sql.lit(longestMs)}`.execute(tx);
      const [broken, drifted] = [(await brokenLedger(tx)).length, await driftedTallies(tx)];
      return [
        ...(broken > 0 ? [`Не сходится сумм в книге: ${broken}`] : []),
        ...(drifted > 0 ? [`Не сходится счётчиков записей в реестрах: ${drifted}`] : []),
      ];
    });

/**
 * The last entry before which no other can come any more; null while somebody who may hold an earlier number writes for long. A
 * transaction gets its number in the ledger a moment before it gets its own.
 */
async function settledEntry(db: Db): Promise<number | null> {
  const { rows } = await sql<{ last: number }>`select coalesce(max(id), 0)::bigint as last from ledger_entries`.execute(
    db,
  );
  return (await earlierWritersEnded(db)) ? rows[0]!.last : null;
}
