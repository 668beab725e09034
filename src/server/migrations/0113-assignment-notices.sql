-- The notice of an assignment (ГК РФ, ст. 382–386) is a document of a claim: it is issued before there is any settlement. What reads
-- the whole table comes in 0115, so that nobody waits for it.
alter table issued_documents
  add column registry_entry_id bigint,
  alter column settlement_id drop not null,
  alter column agreement_id drop not null,
  drop constraint issued_documents_kind_check,
  add constraint issued_documents_kind_check
    check (kind in ('agreement', 'signing_protocol', 'certificate', 'receipt', 'addendum', 'annulment',
      'breach_notice', 'termination_notice', 'restoration_notice', 'requisites_notice', 'statement', 'assignment_notice')) not valid,
  add constraint issued_documents_about check (case kind
    when 'assignment_notice' then registry_entry_id is not null and num_nonnulls(settlement_id, agreement_id) = 0
    else registry_entry_id is null and num_nonnulls(settlement_id, agreement_id) = 2 end) not valid;
alter table issued_documents
  add constraint issued_documents_registry_entry_id_fkey foreign key (registry_entry_id) references registry_entries (id) not valid;
alter table notices alter column settlement_id drop not null;
