import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/database/db.ts';
import {
  columnsOf,
  type Holding,
  inTable,
  isPersonal,
  type Subject,
  type Tables,
} from '#server/platform/database/tables.ts';

/** The rows of a person as they were before anything was done to them: what is found through others is found no more then. */
export type RowIds = ReadonlyMap<Holding, readonly number[]>;

/** Blanks what the audit says of these rows, and of rows of the person that are gone already, and whence he came. */
export async function blankAudit(
  tx: Tx,
  tables: Tables,
  erasureId: number,
  { accountId, individualId }: Subject,
  rowIds: RowIds,
): Promise<number> {
  for (const [{ table }, ids] of rowIds) {
    const keys = columnsOf(tables, table, (name) => isPersonal(name) || name === 'secret' || name === 'derived');
    await sql`select erase_audit(${erasureId}, array(
      select id from audit_log where object_type = ${inTable(table)} and (object_id = any(${ids}::bigint[])
        or coalesce(after, before) @> ${JSON.stringify({ account_id: accountId })}::jsonb
        or coalesce(after, before) @> ${JSON.stringify({ individual_id: individualId })}::jsonb)), ${keys})`.execute(
      tx,
    );
  }
  await sql`select erase_audit(${erasureId}, array(select id from audit_log where account_id = ${accountId}), '{}')`.execute(
    tx,
  );
  const { count } = await tx
    .selectFrom('auditErasures')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('erasureId', '=', erasureId)
    .executeTakeFirstOrThrow();
  return count;
}

/** SHA-256 of what all blanked audit rows say now, hex: kept in the act, which the chain of the audit covers. */
export async function erasureDigest(db: Db, erasureId: number): Promise<string> {
  const rows = await db
    .selectFrom('auditErasures')
    .select(['auditId', 'sha256'])
    .where('erasureId', '=', erasureId)
    .orderBy('auditId')
    .execute();
  const digest = createHash('sha256');
  for (const { auditId, sha256 } of rows) digest.update(`${auditId}:${sha256}\n`);
  return digest.digest('hex');
}
