import { sql } from 'kysely';
import { type LedgerEvent, linesOf } from '#domain/money/ledger.ts';
import type { Day } from '#domain/values/days.ts';
import type { Tx } from '#server/platform/database/db.ts';

/** The business day on which events count, and the payment that they belong to; null for none. */
interface Booked {
  valueDate: Day;
  paymentId?: number | null;
}

/**
 * Books what has happened to money, in the transaction in which it happens (docs/domain.md §9). An event that moves nothing
 * leaves no entry. The database refuses an entry that is not balanced or takes more than there is.
 * @param event what has happened; `linesOf` says which accounts it moves
 */
export const bookEvent = (tx: Tx, event: LedgerEvent, booked: Booked): Promise<void> => bookEvents(tx, [event], booked);

/**
 * Books several events that have happened at once, an entry each, as `bookEvent` does. Whoever books holds the balances that move until his
 * transaction ends, that of a creditor among them: the later in it, the less others wait for him.
 */
export async function bookEvents(
  tx: Tx,
  events: readonly LedgerEvent[],
  { valueDate, paymentId = null }: Booked,
): Promise<void> {
  const entries = events.map((event) => ({ event, lines: linesOf(event) })).filter(({ lines }) => lines.length > 0);
  if (entries.length === 0) return;
  const lines = entries.flatMap((entry, index) => entry.lines.map((line) => ({ ...line, no: index + 1 })));
  // In the table the holder of an account that nobody holds apart is 0. Numbers are taken first: lines name their entries by them.
  await sql`
    with numbered as (
      select nextval(pg_get_serial_sequence('ledger_entries', 'id')) as id, no, kind, event, settlement_id
      from unnest(${entries.map(({ event }) => event.kind)}::text[], ${entries.map(({ event }) => JSON.stringify(event))}::jsonb[],
        ${entries.map(({ event }) => ('settlementId' in event ? event.settlementId : null))}::bigint[])
        with ordinality as e (kind, event, settlement_id, no)),
    entry as (
      insert into ledger_entries (id, kind, event, settlement_id, payment_id, value_date) overriding system value
      select id, kind, event, settlement_id, ${paymentId}::bigint, ${valueDate}::date from numbered order by no)
    insert into ledger_lines (entry_id, account, holder_id, side, amount)
    select n.id, l.account, l.holder_id, l.side, l.amount
    from unnest(${lines.map(({ no }) => no)}::int[], ${lines.map(({ account }) => account)}::text[],
        ${lines.map(({ holderId }) => holderId ?? 0)}::bigint[], ${lines.map(({ side }) => side)}::text[],
        ${lines.map(({ amount }) => amount)}::bigint[]) with ordinality as l (no, account, holder_id, side, amount, place)
      join numbered n on n.no = l.no order by l.place`.execute(tx);
}
