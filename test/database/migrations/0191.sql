-- No ground was open again before.
do $$ begin
  if exists (select from life_events where reopened_at is not null) then
    raise exception 'a ground of before is open again';
  end if;
end $$;
update life_events set reopened_at = now() where ground is not null and status = 'over';
