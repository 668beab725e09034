-- What 0007 adds to the rows of the days before: a draft, one that is with its creditor, one that is over.
insert into requests (started_by, status, individual_id, creditor_inn, creditor_name)
  values ('individual', 'waiting', 1, '7707083893', 'Банк');
insert into requests (started_by, status, individual_id, creditor_inn, legal_entity_id, registry_id, registry_entry_id,
  contract_number, claimed_debt, answer_by)
  values ('creditor', 'pending', 1, '7707083893', 1, 1, 1, 'КД-1', 3500000, current_date + 5);
insert into requests (started_by, status, individual_id, creditor_inn, close_reason, archived_at)
  values ('individual', 'closed', 1, '7728168971', 'withdrawn', now());
