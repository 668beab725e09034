-- no-transaction
-- An agreement with interest that has a schedule without any by now was left out when all prices with interest were asked anew (0128): its
-- debtor has paid interest by what was signed, so that its price is asked as well (docs/decisions/0132). Only terms with interest are ever judged,
-- so that a judged agreement without it is one of these. What the price waits for stands in `price_problem`.
drop index concurrently if exists settlements_price_waiting;
create index concurrently settlements_price_waiting on settlements (id) where price_standing is null and signed_at is not null
  and (plan_kind in ('annuity', 'differentiated') or price_problem is not null);
drop index concurrently if exists settlements_price_unjudged;
update settlements set price_standing = null, price_problem = 'Цену проверяют заново'
  where price_standing = 'within' and signed_at is not null and plan_kind not in ('annuity', 'differentiated');
