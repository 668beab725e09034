-- no-transaction
-- Whose an ИНН is, is asked at each approval. Each statement bears being repeated.
drop index concurrently if exists individuals_verified_inn;
create index concurrently individuals_verified_inn on individuals (verified_inn) where verified_inn is not null;
drop index concurrently if exists legal_entities_verified_inn;
create index concurrently legal_entities_verified_inn on legal_entities (verified_inn) where verified_inn is not null;
-- Which debtors wait for an answer of their creditors is asked every minute.
drop index concurrently if exists registry_entries_answer;
create index concurrently registry_entries_answer on registry_entries (answer_by) where answer_by is not null and withdrawn_at is null;
drop index concurrently if exists simple_registry_entries_answer;
create index concurrently simple_registry_entries_answer on simple_registry_entries (answer_by)
  where answer_by is not null and withdrawn_at is null;
