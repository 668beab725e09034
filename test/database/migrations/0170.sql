-- Nothing of before is known to have been issued anew.
do $$ begin
  if exists (select from differences where replaced_line is not null) then
    raise exception 'a line of before was issued anew';
  end if;
end $$;
insert into differences (reference, day, kind, statement_id, replaced_line, theirs, booked, booked_sum)
  values ('line:anew', '2026-11-22', 'missing_here', 'anew', 'first', 12000, 'assign', 10000);
