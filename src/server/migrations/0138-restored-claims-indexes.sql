-- no-transaction
-- What the two migrations before are looked up by, so that nobody waits for it, and what was left of claims so far. Each statement bears being repeated.
drop index concurrently if exists registry_entries_writ;
create index concurrently registry_entries_writ on registry_entries (writ_file_id) where writ_file_id is not null;
drop index concurrently if exists registry_entries_restored;
create index concurrently registry_entries_restored on registry_entries (legal_entity_id) where restored_total is not null;
-- Whom a company that has just been verified is sought by.
drop index concurrently if exists simple_requests_sought;
create index concurrently simple_requests_sought on simple_requests (creditor_inn)
  where stage = 'search' and archived_at is null and deleted_at is null;

with last as (
  select distinct on (s.registry_entry_id) s.registry_entry_id, s.close_reason, s.closed_at,
    s.debt_total - s.paid_amount as rest
  from settlements s where s.signed_at is not null and s.closed_at is not null
  order by s.registry_entry_id, s.closed_at desc
)
update registry_entries e set restored_total = last.rest, restored_on = (last.closed_at at time zone 'Europe/Moscow')::date
from last where last.registry_entry_id = e.id and e.restored_total is null and last.close_reason = 'breached' and last.rest > 0 and e.settled_at is null;
