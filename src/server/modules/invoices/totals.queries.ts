import { sql } from 'kysely';
import type { Answer } from '#contract/kernel/op.ts';
import type { invoices } from '#contract/money/invoices.ts';
import type { Day } from '#domain/values/days.ts';
import { monthEnd, monthOf } from '#domain/values/months.ts';
import { netOf } from '#server/modules/ledger/book-days.queries.ts';
import type { Db } from '#server/platform/database/db.ts';
import { aheadOf, askedBy } from './uncovered.ts';

/** What stands on 1200 of one creditor, or of all; kopecks. */
const owedBy = (
  legalEntityId: number | null,
) => sql<number>`(select coalesce(sum(debit - credit), 0)::bigint from ledger_balances
  where account = '1200' and ${legalEntityId === null ? sql`true` : sql`holder_id = ${legalEntityId}`})`;

/** What a creditor owes by invoices; what of 1200 is in none is not covered yet. */
export async function invoicesOfCompany(db: Db, legalEntityId: number): Promise<Answer<typeof invoices.ofCompany>> {
  const { rows } = await sql<{ owed: number; open: number; advance: number }>`
    select ${owedBy(legalEntityId)} as owed, ${askedBy(legalEntityId)} as open, ${aheadOf(legalEntityId)} as advance`.execute(
    db,
  );
  const { owed, open, advance } = rows[0]!;
  return { open, advance, uncovered: owed - open + advance };
}

type Selected = Pick<
  Answer<typeof invoices.totals>,
  'withheld' | 'invoiced' | 'onTop' | 'turnover' | 'owed' | 'open' | 'advances'
>;

/**
 * What adds up (docs/decisions/0169): the fees of a month by the ways in which they are collected are the turnover of 9010 and 2050; what
 * of 1200 is neither asked for by invoices nor paid ahead no paper covers yet. All of it is of one moment: money comes in meanwhile.
 */
export async function totalsOf(db: Db, day: Day): Promise<Answer<typeof invoices.totals>> {
  const [month, last] = [monthOf(day), monthEnd(day)];
  const inWay = (way: string) => sql`coalesce(sum(amount) filter (where way = ${way}), 0)::bigint`;
  const { rows } = await sql<Selected>`
    with fees as (
      select case kind when 'fee' then event ->> 'way' when 'refunded' then event ->> 'feeWay' else 'invoiced' end as way,
        case when kind in ('fee', 'fee_restored') then 1 else -1 end * (event -> 'fee' ->> 'amount')::bigint as amount
      from ledger_entries where kind in ('fee', 'refunded', 'fee_lowered', 'fee_restored') and value_date between ${month} and ${last}),
    turned as (
      select coalesce(-sum(${netOf('l')}), 0)::bigint as turnover from ledger_entries e join ledger_lines l on l.entry_id = e.id
      where e.value_date between ${month} and ${last} and l.account in ('9010', '2050'))
    select ${inWay('withheld')} as withheld, ${inWay('invoiced')} as invoiced, ${inWay('on_top')} as on_top,
      (select turnover from turned) as turnover, ${owedBy(null)} as owed, ${askedBy(null)} as open, ${aheadOf(null)} as advances
    from fees`.execute(db);
  const totals = rows[0]!;
  return { month, ...totals, uncovered: totals.owed - totals.open + totals.advances };
}
