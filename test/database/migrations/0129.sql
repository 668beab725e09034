-- Their price is asked once more, and of no other agreement.
do $$ begin
  if exists (select from settlements where signed_at is not null and plan_kind not in ('annuity', 'differentiated')
    and (price_standing is not null or price_problem is null)) then
    raise exception 'a price is not asked anew';
  end if;
end $$;
-- A payment of which its bank has taken back a part.
insert into differences (reference, day, kind, statement_id, movement, theirs, ours, status, decision) values
  ('payment:1', '2026-11-21', 'other_sum', 'back-1', 'payment', -10000, 30000, 'decided', 'expense');
