-- What is looked up by it stands as a whole, also after a build that was cut off.
do $$ begin
  if (select count(*) from pg_index where indisvalid and indexrelid in
    ('registry_entries_writ'::regclass, 'registry_entries_restored'::regclass, 'simple_requests_sought'::regclass)) <> 3 then
    raise exception 'an index of claims is missing';
  end if;
end $$;
