-- Agreements without interest whose debtor pays the platform beside his payments: since that fee is bounded (docs/decisions/0114) nobody has
-- looked at those of before. The clock judges each once, as it does those with interest (docs/decisions/0109); what its price waits for
-- stands in `price_problem`.
update settlements s set price_problem = 'Цену проверяют заново'
where s.price_standing is null and s.price_problem is null and s.signed_at is not null
  and s.plan_kind not in ('annuity', 'differentiated')
  and exists (select from terms_offers o where o.settlement_id = s.id and o.kind = 'terms' and o.status = 'accepted'
    and o.fee ->> 'payer' = 'individual' and (o.fee ->> 'amount')::bigint > 0);
