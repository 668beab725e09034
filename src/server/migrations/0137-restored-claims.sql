-- What the last terminated agreement has left of a claim, and why its creditor states more (docs/decisions/0147). An older node that ends an
-- agreement beside a newer one writes none of it, and its claims may be loaded as before.
alter table registry_entries
  add column restored_total bigint check (restored_total > 0),
  add column restored_on date,
  add column explained_total bigint check (explained_total > 0),
  add column explained_why text,
  add column explained_at timestamptz;
create index registry_entries_restored on registry_entries (legal_entity_id) where restored_total is not null;

with last as (
  select distinct on (s.registry_entry_id) s.registry_entry_id, s.close_reason, s.closed_at,
    s.debt_total - s.paid_amount as rest
  from settlements s where s.signed_at is not null and s.closed_at is not null
  order by s.registry_entry_id, s.closed_at desc
)
update registry_entries e set restored_total = last.rest, restored_on = (last.closed_at at time zone 'Europe/Moscow')::date
from last where last.registry_entry_id = e.id and last.close_reason = 'breached' and last.rest > 0 and e.settled_at is null;
