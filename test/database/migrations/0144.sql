-- Whoever has agreed to a fee without interest has its price asked.
do $$ begin
  if exists (select from settlements s join terms_offers o on o.settlement_id = s.id
    where s.signed_at is not null and s.price_standing is null and s.price_problem is null
      and o.kind = 'terms' and o.status = 'accepted' and o.fee ->> 'payer' = 'individual' and (o.fee ->> 'amount')::bigint > 0) then
    raise exception 'a price with a fee is not asked';
  end if;
end $$;
