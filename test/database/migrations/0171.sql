-- Of accounts of before nobody knows since when they are named: papers name the one in use.
do $$ begin
  if exists (select from legal_entities where former_account_sealed is not null or former_account_at is not null) then
    raise exception 'an account was named before before anything was kept of it';
  end if;
end $$;
