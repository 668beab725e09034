-- no-transaction
-- Of what kinds the claims of a company are, which decides by what its conditions are judged: one look for each kind.
drop index concurrently if exists registry_entries_kind;
create index concurrently registry_entries_kind on registry_entries (legal_entity_id, contract_kind) where withdrawn_at is null;
