insert into creditor_signatures (legal_entity_id, account_id, ip, user_agent, signatory, text_sha256)
  select e.id, a.id, '127.0.0.1', 'browser', '{}', repeat('a', 64) from legal_entities e, accounts a order by e.id, a.id limit 1;
insert into certificate_rules (legal_entity_id, version, signature_id) select legal_entity_id, 1, id from creditor_signatures order by id limit 1;
insert into certificate_requests (kind, settlement_id, individual_id, legal_entity_id, debt_on, since, due_on, remind_on)
  select 'statement', id, individual_id, legal_entity_id, current_date, current_date, current_date + 7, current_date + 5 from settlements order by id limit 1;
