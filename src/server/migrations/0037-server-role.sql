-- The server works in a role that may add to the ledger and change nothing of it; its balances are kept by this trigger
-- with the rights of the owner.

alter function follow_lines() security definer set search_path = public, pg_temp;

-- Only the owner of an index may put in order what waits in it.
create function fold_entry_search() returns bigint language sql security definer set search_path = public, pg_temp as $$
  select gin_clean_pending_list('registry_entries_search')
$$;

-- A statement of ours that nobody waits for any more: it runs under the owner's login, which the role may not signal.
create function cancel_statement(process int) returns boolean language sql security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(bool_or(pg_cancel_backend(pid)), false) from pg_stat_activity
  where pid = process and datname = current_database() and application_name = 'ugovor'
$$;
