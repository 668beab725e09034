-- no-transaction
-- Entries of simple registries are found by the search over everything, which looks through those of all companies. Each
-- statement bears being repeated: of a build that was broken off a broken index stays behind.
drop index concurrently if exists simple_registry_entries_search;
create index concurrently simple_registry_entries_search on simple_registry_entries using gin (search gin_trgm_ops);
-- Only the owner of an index may put in order what waits in it; both kinds of registries are loaded many rows at once.
create or replace function fold_entry_search() returns bigint language sql security definer set search_path = public, pg_temp as $$
  select gin_clean_pending_list('registry_entries_search') + gin_clean_pending_list('simple_registry_entries_search')
$$;
-- Of a file that is removed its owners are asked.
drop index concurrently if exists owned_files_file;
create index concurrently owned_files_file on owned_files (file_id);
