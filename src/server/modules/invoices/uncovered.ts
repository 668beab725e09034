import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { FeePlace, FeeRow } from '#domain/money/invoice-lines.ts';
import type { Tariff } from '#domain/money/tariff.ts';
import type { Rates } from '#domain/rates/rates.ts';
import { vatOfService } from '#domain/rates/vat.ts';
import { type Day, toDay } from '#domain/values/days.ts';
import { kopecks } from '#domain/values/money.ts';
import { netOf } from '#server/modules/ledger/book-days.queries.ts';
import { ratesOf } from '#server/modules/rates/rates.queries.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';

/** Whether no living paper has an entry `e` of the ledger yet. */
export const isUncovered = sql<SqlBool>`not exists (select from invoice_rows r where r.entry_id = e.id and r.released_at is null)`;

/** What comes on 1200 by a line, or goes off it. */
const signed = netOf('l');

/** Whose papers are looked at: of one creditor, by his number or by a column that has it, or of all. */
type Whose = number | RawBuilder<unknown> | null;
const ofThis = (whose: Whose) => (whose === null ? sql`true` : sql`legal_entity_id = ${whose}`);

/** What invoices ask for, kopecks. */
export const askedBy = (whose: Whose) =>
  sql<number>`(select coalesce(sum(amount - paid), 0)::bigint from invoices where status = 'issued' and ${ofThis(whose)})`;

/** What was paid ahead of them, or corrected in those that were paid. */
export const aheadOf = (whose: Whose) =>
  sql<number>`((select coalesce(sum(amount - used), 0) from invoice_payments where used < amount and ${ofThis(whose)})
    + (select coalesce(sum(amount - used), 0) from invoice_corrections where used < amount and ${ofThis(whose)}))::bigint`;

/** Of each creditor `c`: on his 1200 stands that, and what no paper covers yet. */
const asked = sql<number>`(${askedBy(sql.ref('c.id'))} - ${aheadOf(sql.ref('c.id'))})`;

/**
 * The creditors of whom something may have to be covered at the end of a month, by their numbers: their fees have moved in it, or what stands
 * on 1200 is not what papers say, as where something of a month before was told of late.
 */
export async function creditorsToInvoice(
  db: Db,
  month: { from: Day; to: Day },
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select c.id from (
      select l.holder_id as id from ledger_entries e join ledger_lines l on l.entry_id = e.id
        where e.value_date between ${month.from} and ${month.to} and e.kind in ('fee', 'refunded') and l.account = '1200' and ${isUncovered}
      union select b.holder_id from ledger_balances b join legal_entities c on c.id = b.holder_id
        where b.account = '1200' group by b.holder_id, c.id having sum(b.debit - b.credit) <> ${asked}) c
    where c.id > ${after} order by c.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * The invoices of whose fees something was reversed up to a day and is in no paper, by their numbers. Of creditors alone on whose 1200
 * stands something else than papers say.
 */
export async function invoicesToCorrect(
  db: Db,
  upTo: Day,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with c as materialized (select b.holder_id as id from ledger_balances b join legal_entities c on c.id = b.holder_id
      where b.account = '1200' group by b.holder_id, c.id having sum(b.debit - b.credit) <> ${asked})
    select distinct r.invoice_id as id from c join ledger_lines l on l.account = '1200' and l.holder_id = c.id
      join ledger_entries e on e.id = l.entry_id and e.kind = 'refunded' and e.value_date <= ${upTo}
      join invoice_rows r on r.payment_id = e.payment_id and r.released_at is null and r.amount > 0
    where ${isUncovered} and r.invoice_id > ${after}
    order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

interface SelectedRow {
  entryId: number;
  paymentId: number;
  settlementId: number;
  day: string;
  amount: number;
  vat: number;
  serviceDay: string | null;
  tariff: Tariff | null;
}

/** What of a creditor's fees up to a day no paper covers, in the order in which it was booked, each with the rate of VAT of its service. */
export async function uncoveredRows(tx: Tx, legalEntityId: number, upTo: Day): Promise<FeeRow[]> {
  const { rows } = await sql<SelectedRow>`
    select e.id as entry_id, e.payment_id, e.settlement_id, e.value_date as day, ${signed} as amount,
      sign(${signed})::int * (e.event -> 'fee' ->> 'vat')::bigint as vat, s.tariff,
      (select f.value_date from ledger_entries f where f.payment_id = e.payment_id and f.kind = 'fee' order by f.id limit 1) as service_day
    from ledger_lines l join ledger_entries e on e.id = l.entry_id join settlements s on s.id = e.settlement_id
    where l.account = '1200' and l.holder_id = ${legalEntityId} and e.kind in ('fee', 'refunded') and e.value_date <= ${upTo}
      and ${isUncovered}
    order by e.id`.execute(tx);
  const rates = await ratesOf(tx);
  return rows.map(({ amount, vat, day, serviceDay, tariff, ...row }) => ({
    ...row,
    day: toDay(day),
    amount: kopecks(amount),
    vat: kopecks(vat),
    vatBps: rateOf(tariff, rates, toDay(serviceDay ?? day)),
  }));
}

/** The rate by which the fee of a day was taxed; null without VAT. */
function rateOf(tariff: Tariff | null, rates: Rates, day: Day): number | null {
  if (!tariff || tariff.vatMode === 'none') return null;
  return vatOfService(tariff.vatBps, rates, day) || null;
}

/** Which living invoices have the fees of payments already, by which rate. */
export async function invoicesOfPayments(tx: Tx, paymentIds: readonly number[]): Promise<Map<number, FeePlace>> {
  if (paymentIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('invoiceRows')
    .select(['paymentId', 'invoiceId', 'vatBps'])
    .where((eb) => eb('paymentId', '=', (any) => any.fn<number>('any', [any.val([...paymentIds])])))
    .where('releasedAt', 'is', null)
    .where('invoiceId', 'is not', null)
    .where('amount', '>', 0)
    .execute();
  return new Map(rows.map(({ paymentId, invoiceId, vatBps }) => [paymentId, { invoiceId: invoiceId!, vatBps }]));
}
