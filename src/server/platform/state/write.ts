import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Ctx } from '../ctx.ts';
import { type Db, sqlState, type Tx } from '../database/db.ts';
import { type Image, jsonText } from '../database/json-columns.ts';
import type { DB } from '../database/schema.ts';
import type { Versioned } from '../database/versioned.ts';

/** Who writes and why, as the audit triggers read it from the transaction. */
interface Author {
  accountId: number | null;
  kind: string | null;
  operation: string;
  requestId: string;
  ip?: string;
  userAgent?: string;
  reason?: string;
}

/** A transaction that lost a race (serialisation, deadlock) is run again this often before giving up. */
const attempts = 3;

/**
 * Runs a write of a request in one transaction that tells the audit its author. A `Refusal` with `keep` commits what
 * was written and is thrown afterwards; anything else thrown leaves nothing behind.
 * @param alone what nobody else works at until the transaction ends, by its name
 * @throws Refusal `idempotency.running` (409) while another transaction works at it
 */
export async function inWriteTransaction<T>(ctx: Ctx, work: (tx: Tx) => Promise<T>, alone?: string): Promise<T> {
  const { actor, operation, origin } = ctx;
  const author: Author = {
    accountId: actor?.accountId ?? null,
    kind: actor?.kind ?? null,
    operation: operation.code,
    requestId: origin.requestId,
    ip: origin.ip,
    userAgent: origin.userAgent,
  };
  const cookiesBefore = ctx.cookies.length;
  const done = await untilNotLost(() => {
    ctx.cookies.length = cookiesBefore;
    ctx.afterwards.length = 0;
    return inTransaction(ctx.app.database.db, author, work, alone);
  });
  for (const act of ctx.afterwards) act();
  return done;
}

/** The name of what the system does by itself; a module says in its `systemOperations` what the audit calls it. */
export type SystemOperation = `${string}.${string}`;

/**
 * The same for a job or the start: the author is the system, named by what it does.
 * @param work is done anew when its transaction has lost a race, so it changes nothing but what it returns
 */
export const inSystemTransaction = <T>(db: Db, operation: SystemOperation, work: (tx: Tx) => Promise<T>): Promise<T> =>
  untilNotLost(() => inTransaction(db, { accountId: null, kind: null, operation, requestId: '' }, work));

/** Runs a transaction, and again when it has lost a race: what it had written is gone then. */
async function untilNotLost<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction();
    } catch (error) {
      const state = sqlState(error);
      if (attempt >= attempts || (state !== '40001' && state !== '40P01')) throw error;
    }
  }
}

async function inTransaction<T>(db: Db, author: Author, work: (tx: Tx) => Promise<T>, alone?: string): Promise<T> {
  const outcome = await db.transaction().execute(async (tx) => {
    const isAlone = alone === undefined ? sql`true` : sql`pg_try_advisory_xact_lock(hashtextextended(${alone}, 0))`;
    const { rows } = await sql<{ isAlone: boolean }>`
      select set_config('ugovor.actor', ${JSON.stringify(author)}, true), ${isAlone} as is_alone
    `.execute(tx);
    if (!rows[0]!.isAlone) throw new Refusal('idempotency.running');
    try {
      return { value: await work(tx) };
    } catch (error) {
      if (error instanceof Refusal && error.commits) return { refusal: error };
      throw error;
    }
  });
  if ('refusal' in outcome) throw outcome.refusal;
  return outcome.value;
}

/**
 * Changes one row if it still has the version that the change started from.
 * @param patch columns to set; an absent one is left as it is, null erases
 * @throws Refusal `version.stale` when somebody changed the row meanwhile
 */
export async function changeRow<T extends Versioned>(
  tx: Tx,
  table: T,
  id: number,
  version: number,
  patch: Partial<Record<keyof DB[T] & string, unknown>>,
): Promise<void> {
  const set = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
  const { numUpdatedRows } = await tx
    .updateTable<Versioned>(table)
    .set({ ...set, version: version + 1, updatedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refusal('version.stale');
}

/** Writes into the audit that masked data of an object was shown in full, and why. */
export const auditReveal = (
  ctx: Ctx,
  tx: Tx,
  objectType: string,
  objectId: number,
  fields: readonly string[],
  reason: string,
): Promise<void> => auditReading(ctx, tx, { objectType, objectId, after: { fields }, reason });

/** Writes into the audit that somebody was shown data; what exactly is told in `after`. */
export async function auditReading(
  ctx: Ctx,
  db: Db,
  what: { objectType: string; objectId: number | null; after: Image; reason: string | null },
): Promise<void> {
  await auditAct(ctx, db, { action: 'reveal', ...what });
}

/** Writes into the audit what no trigger sees, because no row of a table changes. */
export async function auditAct(
  ctx: Ctx,
  db: Db,
  what: {
    action: 'reveal' | 'update';
    objectType: string;
    objectId: number | null;
    before?: Image;
    after: Image;
    reason: string | null;
  },
): Promise<void> {
  await db
    .insertInto('auditLog')
    .values({
      accountId: ctx.actor?.accountId ?? null,
      kind: ctx.actor?.kind ?? null,
      operation: ctx.operation.code,
      ...what,
      before: what.before ? jsonText(what.before) : null,
      after: jsonText(what.after),
      requestId: ctx.origin.requestId,
      ip: ctx.origin.ip,
      userAgent: ctx.origin.userAgent,
    })
    .execute();
}
