-- What 0090 renames: what kept the person of 0053 from being erased.
do $$ begin
  assert (select kept_by from erasures where due_on = '2026-01-04') = '{settlement,claim}', 'kept_by was not renamed';
end $$;
