-- Of what ended before nobody has said what it meant.
do $$ begin
  if exists (select from life_events where outcome is not null or kept_claims is not null) then
    raise exception 'an event of before says what its end meant';
  end if;
end $$;
update life_events set outcome = 'goes_on' where status = 'over';
