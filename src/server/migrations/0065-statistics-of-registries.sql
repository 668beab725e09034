-- Registries come within a minute, statistics know of them later: no plan may depend on them.

-- Which dry runs hold an entry is looked up by the entry.
drop index registry_verdicts_entry;
create index registry_verdicts_entry on registry_verdicts (entry_id) where entry_id is not null;

-- How many companies there are is said here, not guessed from the few that had come when statistics were taken: otherwise
-- each of them may seem to have a single entry, and any index that begins with the company as good as the right one.
alter table registry_entries alter column legal_entity_id set (n_distinct = 100);
alter table simple_registry_entries alter column legal_entity_id set (n_distinct = 100);
analyze registry_entries (legal_entity_id);
analyze simple_registry_entries (legal_entity_id);
