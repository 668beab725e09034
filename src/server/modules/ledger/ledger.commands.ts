import { sql } from 'kysely';
import { type LedgerEvent, linesOf } from '#domain/money/ledger.ts';
import type { Day } from '#domain/values/days.ts';
import type { Tx } from '#server/platform/database/db.ts';

/**
 * Books what has happened to money, in the transaction in which it happens (docs/domain.md §9). An event that moves nothing
 * leaves no entry. The database refuses an entry that is not balanced or takes more than there is.
 * @param event what has happened; `linesOf` says which accounts it moves
 * @param valueDate the business day on which it counts
 * @param paymentId the payment that it belongs to; null for none
 */
export async function bookEvent(
  tx: Tx,
  event: LedgerEvent,
  { valueDate, paymentId = null }: { valueDate: Day; paymentId?: number | null },
): Promise<void> {
  const lines = linesOf(event);
  if (lines.length === 0) return;
  // In the table the holder of an account that nobody holds apart is 0.
  const holderIds = lines.map(({ holderId }) => holderId ?? 0);
  const settlementId = 'settlementId' in event ? event.settlementId : null;
  await sql`
    with entry as (
      insert into ledger_entries (kind, event, settlement_id, payment_id, value_date)
      values (${event.kind}, ${JSON.stringify(event)}, ${settlementId}, ${paymentId}, ${valueDate}) returning id)
    insert into ledger_lines (entry_id, account, holder_id, side, amount)
    select entry.id, l.account, l.holder_id, l.side, l.amount
    from entry, unnest(${lines.map(({ account }) => account)}::text[], ${holderIds}::bigint[],
      ${lines.map(({ side }) => side)}::text[], ${lines.map(({ amount }) => amount)}::bigint[]) as l (account, holder_id, side, amount)`.execute(
    tx,
  );
}
