import { sql } from 'kysely';

/** What the payer pays: the fee is on top of the debt only where the tariff of the agreement lets the debtor pay it. */
export const payerAmount = sql<number>`p.amount + case when
  (select s.tariff ->> 'payer' from settlements s where s.id = p.settlement_id) = 'individual' then p.fee_amount else 0 end`;

/** What was written off of a payment and has not come back; kopecks, with its share of the fee on top. */
const writtenOff = sql`(select coalesce(sum((e.event ->> 'amount')::bigint * case e.kind when 'expensed' then 1 else -1 end), 0)
  from ledger_entries e where e.payment_id = p.id and e.kind in ('expensed', 'expense_returned'))`;
/** What its payer's bank has taken back by lines that nobody has decided yet, so that it is not in the books. */
const takenBack = sql`(select coalesce(sum(greatest(0, coalesce(d.booked_sum, 0) - d.theirs)), 0) from differences d
  where d.payment_id = p.id and d.kind in ('other_sum', 'repeated') and d.theirs < 0 and d.ours > 0
    and (d.status = 'open' or d.decision = 'ask'))`;
/** What of a payment has left besides its refunds (docs/decisions/0133): its share of what has come with the fee. */
export const goneBesides = sql<number>`ceil((${writtenOff} + ${takenBack}) * p.amount / (${payerAmount}))::bigint`.as(
  'gone',
);
