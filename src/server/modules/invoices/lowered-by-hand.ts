import { sql } from 'kysely';
import { type ByRate, type FeeLine, type HeldLine, heldLines } from '#domain/money/invoice-lines.ts';
import { kopecks } from '#domain/values/money.ts';
import { netOf } from '#server/modules/ledger/book-days.queries.ts';
import type { Db } from '#server/platform/database/db.ts';
import { linesLeft } from './corrections.commands.ts';
import { isUncovered } from './uncovered.ts';

type InvoiceLines = Parameters<typeof linesLeft>[1];

/** How much was taken off each rate of an invoice by hand and was not told since to be what came back with a payment. */
async function loweredByHand(db: Db, id: number): Promise<ByRate> {
  const { rows } = await sql<{ vatBps: number | null; amount: number }>`
    select x.vat_bps, sum(x.amount)::bigint as amount from (
      select (line ->> 'vatBps')::int as vat_bps, (line ->> 'amount')::bigint as amount
        from invoice_corrections c cross join lateral jsonb_array_elements(c.facts -> 'lines') as line where c.invoice_id = ${id}
      union all
      select r.vat_bps, r.amount from invoice_corrections c join invoice_rows r on r.correction_id = c.id where c.invoice_id = ${id}) x
    group by x.vat_bps`.execute(db);
  return new Map(rows.map(({ vatBps, amount }) => [vatBps, kopecks(amount)]));
}

/** Which of the fees that came back wait for people: those of a rate that was lowered by hand. */
export const heldOf = async (db: Db, invoice: InvoiceLines, reversed: readonly FeeLine[]): Promise<HeldLine[]> =>
  heldLines(await linesLeft(db, invoice), reversed, await loweredByHand(db, invoice.id));

/** What of the fees of an invoice came back and is in no paper, by the rates of that invoice. */
async function returnedOf(db: Db, invoiceId: number): Promise<FeeLine[]> {
  const { rows } = await sql<FeeLine>`
    select r.vat_bps, coalesce(-sum(${netOf('l')}), 0)::bigint as amount, 0 as vat, count(distinct e.payment_id)::int as count
    from (select distinct payment_id, vat_bps from invoice_rows where invoice_id = ${invoiceId} and released_at is null and amount > 0) r
      join ledger_entries e on e.payment_id = r.payment_id and e.kind = 'refunded'
      join ledger_lines l on l.entry_id = e.id and l.account = '1200'
    where ${isUncovered} group by r.vat_bps order by r.vat_bps desc nulls last`.execute(db);
  return rows.filter(({ amount }) => amount > 0);
}

interface WaitingLine {
  vatBps: number | null;
  returned: number;
  byHand: number;
  least: number;
}

/** What waits at an invoice for people, by rates. */
export async function waitingReturned(db: Db, invoice: InvoiceLines & { corrected: number }): Promise<WaitingLine[]> {
  if (invoice.corrected === 0) return [];
  const held = await heldOf(db, invoice, await returnedOf(db, invoice.id));
  return held.map(({ line: { vatBps, amount }, ...rest }) => ({ vatBps, returned: amount, ...rest }));
}
