-- What was decided before by booking money has booked it.
do $$ begin
  if (select booked from differences where reference = 'line:expensed') is distinct from 'expense' then
    raise exception 'an expense of before may be booked anew';
  end if;
end $$;
insert into differences (reference, day, kind, theirs, booked) values ('line:again', '2026-11-21', 'missing_here', 10000, 'assign');
