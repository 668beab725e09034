-- The notice of an assignment (ГК РФ, ст. 382–386) is a document of a claim: it is issued before there is any settlement.
alter table issued_documents
  add column registry_entry_id bigint references registry_entries (id),
  alter column settlement_id drop not null,
  alter column agreement_id drop not null,
  drop constraint issued_documents_kind_check,
  add constraint issued_documents_kind_check
    check (kind in ('agreement', 'signing_protocol', 'certificate', 'receipt', 'addendum', 'annulment',
      'breach_notice', 'termination_notice', 'restoration_notice', 'requisites_notice', 'statement', 'assignment_notice')),
  add constraint issued_documents_about check (case kind
    when 'assignment_notice' then registry_entry_id is not null and num_nonnulls(settlement_id, agreement_id) = 0
    else registry_entry_id is null and num_nonnulls(settlement_id, agreement_id) = 2 end);
-- Of each claim one is in force.
create unique index issued_documents_of_claim on issued_documents (legal_entity_id, registry_entry_id)
  where registry_entry_id is not null and status = 'issued';
create index issued_documents_claim on issued_documents (registry_entry_id, id) where registry_entry_id is not null;

-- Claims that somebody of the platform has and his creditor has acquired: whom there is to tell is looked for among them.
create index registry_entries_ceded on registry_entries (legal_entity_id, individual_id, id)
  where basis = 'cession' and individual_id is not null;

alter table notices alter column settlement_id drop not null;
-- A letter about a claim delivers nothing by itself, so a notice of an assignment is followed until the letter has ended, no longer.
drop index notices_under_way;
create index notices_under_way on notices (id)
  where contact_id is not null and settlement_id is not null and (sent_at is null or (delivered_at is null and returned_at is null));
create index notices_of_claims_under_way on notices (id)
  where contact_id is not null and settlement_id is null and sent_at is null;
