-- What 0024 adds: a letter to a debtor who is not here yet, planned and sent.
insert into entry_notices (simple_entry_id, legal_entity_id, channel, status, planned_at, sent_at)
select id, legal_entity_id, 'email', 'planned', now(), null from simple_registry_entries order by id limit 1;
insert into entry_notices (simple_entry_id, legal_entity_id, channel, status, planned_at, sent_at)
select id, legal_entity_id, 'email', 'sent', now(), now() from simple_registry_entries order by id limit 1;
