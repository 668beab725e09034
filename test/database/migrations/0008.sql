-- What 0008 adds: one that looks for its creditor, one whose claim has come.
insert into simple_requests (individual_id, creditor_inn, approx_debt) values (1, '7728168971', 5000000);
insert into simple_requests (individual_id, creditor_inn, disclosed, stage, legal_entity_id, registry_id, registry_entry_id)
  values (1, '7707083893', true, 'registry-loaded', 1, 1, 1);
