-- no-transaction
-- What a load looks up for each of its rows is looked up by a key that has an index without further conditions: one that
-- holds only what is not withdrawn, or not deleted, is worth nothing to a planner whose statistics know of no such row.
drop index concurrently if exists individuals_any_inn;
create index concurrently individuals_any_inn on individuals (inn) where inn is not null;
drop index concurrently if exists simple_requests_of_individual;
create index concurrently simple_requests_of_individual on simple_requests (individual_id, id desc);
drop index concurrently if exists simple_requests_individual;
drop index concurrently if exists simple_entries_debtor_contract;
create index concurrently simple_entries_debtor_contract on simple_registry_entries (debtor_inn, coalesce(contract_number, '—'));
drop index concurrently if exists simple_entries_debtor;
-- An external code is one entry's of those that stand; each that was withdrawn has its own number beside it.
drop index concurrently if exists registry_entries_external_id;
create unique index concurrently registry_entries_external_id on registry_entries
  (legal_entity_id, external_id, (case when withdrawn_at is null then 0 else id end)) where external_id is not null;
drop index concurrently if exists registry_entries_external;
drop index concurrently if exists simple_entries_external_id;
create unique index concurrently simple_entries_external_id on simple_registry_entries
  (legal_entity_id, external_id, (case when withdrawn_at is null then 0 else id end)) where external_id is not null;
drop index concurrently if exists simple_entries_external;
