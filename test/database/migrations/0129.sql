-- Their price is asked once more, and of no other agreement.
do $$ begin
  if exists (select from settlements where signed_at is not null and plan_kind not in ('annuity', 'differentiated')
    and (price_standing is not null or price_problem is null)) then
    raise exception 'a price is not asked anew';
  end if;
end $$;
