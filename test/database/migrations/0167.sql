-- What was made before is doubted by nobody yet.
do $$ begin
  if exists (select from autopayment_attempts where doubted_at is not null or hanging_told_at is not null) then
    raise exception 'somebody was told of a doubt before there were any';
  end if;
end $$;
