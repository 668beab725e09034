import { sql } from 'kysely';
import { CLAIM_PARTS, claimParts } from '#domain/money/debt-parts.ts';
import { type Debt, debtTotal } from '#domain/settlements/debt-structure.ts';
import type { Day } from '#domain/values/days.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { contentOf } from './entry-content.ts';

/**
 * A claim whose agreement has ended is its creditor's again, and states what is left of it: as a new version of the entry,
 * with the day as the day of its sums. A claim that its creditor has meanwhile stated as less stays so; one of which nothing
 * is left is settled. What is left is kept beside: a load above it is held back until it is explained (docs/decisions/0147).
 * @param debt the parts of the agreement's debt that are left, kopecks
 */
export async function restoreClaim(tx: Tx, entryId: number, debt: Debt, day: Day): Promise<void> {
  const rest = debtTotal(debt);
  const entry = await tx
    .selectFrom('registryEntries')
    .select('total')
    .where('id', '=', entryId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const nothingExplained = { explainedTotal: null, explainedWhy: null, explainedAt: null };
  const free =
    rest === 0
      ? { settledAt: sql<Date>`now()` }
      : { frozenAt: null, restoredTotal: Math.min(rest, entry.total), restoredOn: day, ...nothingExplained };
  if (rest >= entry.total || rest === 0) {
    await tx.updateTable('registryEntries').set(free).where('id', '=', entryId).execute();
    return;
  }
  await insertVersion(tx, entryId);
  const sums = Object.fromEntries(
    claimParts.map((column) => [column, debt.find(({ code }) => code === CLAIM_PARTS[column])?.amount ?? 0]),
  );
  await tx
    .updateTable('registryEntries')
    .set({ ...free, ...sums, total: rest, asOf: day, version: sql<number>`version + 1`, updatedAt: sql<Date>`now()` })
    .set({ minAmount: sql<number | null>`least(min_amount, ${rest}::bigint)` })
    .where('id', '=', entryId)
    .execute();
}

const insertVersion = (tx: Tx, entryId: number) =>
  sql`
    insert into registry_entry_versions (entry_id, version, registry_id, content, person_sealed, created_at)
    select e.id, e.version, e.registry_id, jsonb_strip_nulls(${contentOf('full', 'e')}), e.person_sealed, e.updated_at
    from registry_entries e where e.id = ${entryId}`.execute(tx);
