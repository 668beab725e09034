with of_claim as (select e.id, e.legal_entity_id, i.id as individual_id from registry_entries e, individuals i order by e.id, i.id limit 1),
  told as (insert into issued_documents (kind, number, registry_entry_id, individual_id, legal_entity_id, template_version,
      facts_sealed, facts_sha256, verify_code)
    select 'assignment_notice', 'Ц-1/1', id, individual_id, legal_entity_id, 1, '1.sealed', repeat('e', 64), repeat('E', 16) from of_claim
    returning id)
insert into notices (document_id) select id from told;
