-- A claim whose agreement has been kept is no debt any more; it stays frozen, so that no load brings it back.
alter table registry_entries add column settled_at timestamptz;
update registry_entries e set settled_at = s.closed_at from settlements s
where s.registry_entry_id = e.id and s.status = 'closed' and s.close_reason in ('fulfilled', 'paid_outside');
