do $$ begin
  if (select count(*) from pg_index where indisvalid
      and indexrelid in ('settlements_status_next_due'::regclass, 'settlements_company_status_next_due'::regclass)) <> 2 then
    raise exception 'an index of the list by days is not there whole';
  end if;
end $$;
