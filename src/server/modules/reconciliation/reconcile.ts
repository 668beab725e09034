import { sql } from 'kysely';
import { type MatchedMovement, type OwnMovement, reconcile } from '#domain/money/reconciliation.ts';
import type { Day } from '#domain/values/days.ts';
import { partnerBalanceOn } from '#server/modules/ledger/ledger.queries.ts';
import { askPartner } from '#server/modules/payments/unanswered.commands.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/database/db.ts';
import type { Statement } from '#server/platform/ports/payments.ts';
import { updateDifferences } from './difference-queue.ts';
import { aboutOf } from './difference-state.ts';

/**
 * Payments, refunds and payouts that the statement names or that should be in it, with the sums that the partner moves. What has agreed with the
 * statement of another day is not missing in this one.
 */
async function ownMovements(tx: Tx, day: Day, keys: readonly string[]): Promise<OwnMovement[]> {
  const { rows } = await sql<OwnMovement>`
    select 'payment' as what, p.id, p.id as about, p.partner_key as key, p.succeeded_at is not null as is_done,
      p.amount + case when s.tariff ->> 'payer' = 'individual' then p.fee_amount else 0 end as amount,
      p.reconciled_at is not null as has_agreed, p.reconciled_line as line
    from payments p join settlements s on s.id = p.settlement_id
    where p.channel in ('sbp', 'card') and (p.partner_key = any(${keys}::uuid[]) or (p.value_date = ${day} and p.reconciled_at is null))
    union all
    select 'refund', r.id, r.id, r.partner_key, num_nonnulls(r.succeeded_at, r.expensed_on) > 0, -r.returned,
      r.reconciled_at is not null, r.reconciled_line
    from refunds r where r.partner_key = any(${keys}::uuid[]) or (r.value_date = ${day} and r.reconciled_at is null)
    union all
    select 'payout', o.id, o.id, o.partner_key, num_nonnulls(o.succeeded_at, o.expensed_on) > 0, -o.amount, o.reconciled_at is not null, o.reconciled_line
    from payouts o where o.partner_key = any(${keys}::uuid[]) or (o.value_date = ${day} and o.reconciled_at is null)
    union all
    select 'payout_return', b.id, b.payout_id, b.partner_key, true, b.amount, b.reconciled_at is not null, b.reconciled_line
    from payout_returns b where b.partner_key = any(${keys}::uuid[]) or (b.value_date = ${day} and b.reconciled_at is null)
    order by 1, 2`.execute(tx);
  return rows;
}

/**
 * Compares a day of the partner's statement with our records. What agrees is marked as reconciled; what does not goes to
 * the queue, once each, however often the day is compared. What the partner has and we have not finished he is asked about.
 * @returns the id of the reconciliation
 */
export async function reconcileDay(
  app: App,
  tx: Tx,
  { day, statement, accountId }: { day: Day; statement: Statement; accountId: number | null },
): Promise<number> {
  // Two who compare at once would each report the same difference.
  await sql`select pg_advisory_xact_lock(hashtextextended('reconciliation', 0))`.execute(tx);
  const keys = statement.rows.flatMap(({ key }) => key ?? []);
  const { matched, differences } = reconcile(statement.rows, await ownMovements(tx, day, keys));
  await markMatched(tx, matched);
  await updateDifferences(tx, day, { matched, differences, statement });
  for (const { kind, own } of differences) if (kind === 'other_status' && own) await askPartner(app, tx, aboutOf(own));
  const { id } = await tx
    .insertInto('reconciliations')
    .values({
      day,
      accountId,
      movements: statement.rows.length,
      matched: matched.length,
      differences: differences.length,
      closing: statement.closing,
      ownClosing: await partnerBalanceOn(tx, day),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** What has agreed, each by the line of which it did: others may name it as well. */
async function markMatched(tx: Tx, matched: readonly MatchedMovement[]): Promise<void> {
  for (const [table, what] of [
    ['payments', 'payment'],
    ['refunds', 'refund'],
    ['payouts', 'payout'],
    ['payoutReturns', 'payout_return'],
  ] as const) {
    const those = matched.filter(({ own }) => own.what === what);
    const ids = those.map(({ own }) => own.id);
    const by = those.map(({ line }) => line.id);
    await sql`update ${sql.table(table)} t set reconciled_at = now(), reconciled_line = m.line
      from unnest(${ids}::bigint[], ${by}::text[]) as m (id, line)
      where t.id = m.id and t.reconciled_at is null`.execute(tx);
  }
}
