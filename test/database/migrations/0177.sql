-- Nothing of before is known to have been written off, nor how a line read before it was issued anew.
do $$ begin
  if exists (select from differences where expensed_sum <> 0 or num_nonnulls(replaced_purpose, replaced_at) > 0) then
    raise exception 'a line of before was written off or read otherwise';
  end if;
end $$;
insert into differences (reference, day, kind, statement_id, replaced_line, replaced_purpose, replaced_at, theirs, booked, booked_sum, expensed_sum)
  values ('line:parted', '2026-11-28', 'missing_here', 'parted', 'whole', 'За июль', '2026-11-28T09:00:00Z', 12000, 'assign', 8000, 2000);
