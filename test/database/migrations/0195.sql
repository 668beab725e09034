-- Signed agreements on short loans wait to be judged once, and no others.
do $$ begin
  if exists (select from settlements s join registry_entries e on e.id = s.registry_entry_id
    where s.price_problem = 'Заново' and (s.signed_at is null or e.issued_amount is null)) then
    raise exception 'what nobody has signed waits to be judged';
  end if;
end $$;
