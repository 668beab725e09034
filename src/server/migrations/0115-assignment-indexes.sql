-- no-transaction
-- What 0113 has begun (docs/decisions/0107), without a lock that others wait for.
alter table issued_documents validate constraint issued_documents_kind_check;
alter table issued_documents validate constraint issued_documents_about;
alter table issued_documents validate constraint issued_documents_registry_entry_id_fkey;
-- Of each claim one is in force.
drop index concurrently if exists issued_documents_of_claim;
create unique index concurrently issued_documents_of_claim on issued_documents (legal_entity_id, registry_entry_id)
  where registry_entry_id is not null and status = 'issued';
drop index concurrently if exists issued_documents_claim;
create index concurrently issued_documents_claim on issued_documents (registry_entry_id, id) where registry_entry_id is not null;
-- Claims that somebody of the platform has and his creditor has acquired: whom there is to tell is looked for among them.
drop index concurrently if exists registry_entries_ceded;
create index concurrently registry_entries_ceded on registry_entries (legal_entity_id, individual_id, id)
  where basis = 'cession' and individual_id is not null;
-- A letter about a claim delivers nothing by itself, so a notice of an assignment is followed until the letter has ended, no longer.
-- Nodes of before go by notices_under_way, which a later release may drop.
drop index concurrently if exists notices_of_settlements_under_way;
create index concurrently notices_of_settlements_under_way on notices (id)
  where contact_id is not null and settlement_id is not null and (sent_at is null or (delivered_at is null and returned_at is null));
drop index concurrently if exists notices_of_claims_under_way;
create index concurrently notices_of_claims_under_way on notices (id)
  where contact_id is not null and settlement_id is null and sent_at is null;
