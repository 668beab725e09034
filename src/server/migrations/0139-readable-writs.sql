-- no-transaction
-- A writ that nobody can open proves nothing: what waits for the scanner, or has a virus in it (docs/decisions/0146). Each statement bears being repeated.
create or replace function judged_stage(e registry_entries) returns text language sql stable as $$
  select case when e.stage = 'enforcement' and e.no_bailiffs_at is not null
    and not exists (select from owned_files o join stored_files f on f.id = o.file_id
      where o.id = e.writ_file_id and o.deleted_at is null and f.scan not in ('held', 'infected'))
    then 'pretrial' else e.stage end
$$;
-- What a load asks of the company's claims before it looks at any row: of which the bailiffs were denied or proved.
drop index concurrently if exists registry_entries_bailiffs;
create index concurrently registry_entries_bailiffs on registry_entries (legal_entity_id)
  where no_bailiffs_at is not null or writ_file_id is not null;
