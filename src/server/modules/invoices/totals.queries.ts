import { sql } from 'kysely';
import type { Answer } from '#contract/kernel/op.ts';
import type { invoices } from '#contract/money/invoices.ts';
import { lastDayOf, monthOf } from '#domain/money/invoice.ts';
import type { Day } from '#domain/values/days.ts';
import type { Db } from '#server/platform/database/db.ts';

/** What invoices ask for, and what was paid ahead: of one creditor, or of all; kopecks. */
async function openAndAhead(db: Db, legalEntityId: number | null): Promise<{ open: number; advances: number }> {
  const whose = legalEntityId === null ? sql`true` : sql`legal_entity_id = ${legalEntityId}`;
  const { rows } = await sql<{ open: number; advances: number }>`select
    (select coalesce(sum(amount - paid), 0)::bigint from invoices where status = 'issued' and ${whose}) as open,
    ((select coalesce(sum(amount - used), 0) from invoice_payments where used < amount and ${whose})
      + (select coalesce(sum(amount - used), 0) from invoice_corrections where used < amount and ${whose}))::bigint as advances`.execute(
    db,
  );
  return rows[0]!;
}

/** What stands on 1200 of one creditor, or of all; kopecks. */
async function owedOn1200(db: Db, legalEntityId: number | null): Promise<number> {
  const whose = legalEntityId === null ? sql`true` : sql`holder_id = ${legalEntityId}`;
  const { rows } = await sql<{ owed: number }>`
    select coalesce(sum(debit - credit), 0)::bigint as owed from ledger_balances where account = '1200' and ${whose}`.execute(
    db,
  );
  return rows[0]!.owed;
}

/** What a creditor owes by invoices; what of 1200 is in none is not covered yet. */
export async function invoicesOfCompany(db: Db, legalEntityId: number): Promise<Answer<typeof invoices.ofCompany>> {
  const { open, advances } = await openAndAhead(db, legalEntityId);
  return { open, advance: advances, uncovered: (await owedOn1200(db, legalEntityId)) - open + advances };
}

/**
 * What adds up (docs/decisions/0169): the fees of a month by the ways in which they are collected are the turnover of 9010 and 2050; what
 * of 1200 is neither asked for by invoices nor paid ahead no paper covers yet.
 */
export async function totalsOf(db: Db, day: Day): Promise<Answer<typeof invoices.totals>> {
  const [month, last] = [monthOf(day), lastDayOf(day)];
  const { rows: fees } = await sql<{ way: string; amount: number }>`
    select way, sum(amount)::bigint as amount from (
      select case kind when 'fee' then event ->> 'way' when 'refunded' then event ->> 'feeWay' else 'invoiced' end as way,
        case when kind in ('fee', 'fee_restored') then 1 else -1 end * (event -> 'fee' ->> 'amount')::bigint as amount
      from ledger_entries where kind in ('fee', 'refunded', 'fee_lowered', 'fee_restored') and value_date between ${month} and ${last}) f
    group by way`.execute(db);
  const byWay = new Map(fees.map(({ way, amount }) => [way, amount]));
  const { rows: turned } = await sql<{ turnover: number }>`
    select coalesce(sum(case l.side when 'credit' then l.amount else -l.amount end), 0)::bigint as turnover
    from ledger_entries e join ledger_lines l on l.entry_id = e.id
    where e.value_date between ${month} and ${last} and l.account in ('9010', '2050')`.execute(db);
  const owed = await owedOn1200(db, null);
  const { open, advances } = await openAndAhead(db, null);
  return {
    month,
    withheld: byWay.get('withheld') ?? 0,
    invoiced: byWay.get('invoiced') ?? 0,
    onTop: byWay.get('on_top') ?? 0,
    turnover: turned[0]!.turnover,
    owed,
    open,
    advances,
    uncovered: owed - open + advances,
  };
}
