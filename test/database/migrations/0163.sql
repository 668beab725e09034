-- Of what was booked before it is known how much, where the line looks as it did.
do $$ begin
  if (select booked_sum from differences where reference = 'line:expensed') is distinct from
     (select theirs from differences where reference = 'line:expensed') then
    raise exception 'nobody knows how much was booked';
  end if;
end $$;
insert into differences (reference, day, kind, theirs, booked, booked_sum) values ('line:rest', '2026-11-22', 'missing_here', 12000, 'assign', 10000);
