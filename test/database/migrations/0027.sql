-- What 0027 adds: a day that was compared, and what did not agree.
insert into reconciliations (day, movements, matched, differences, closing, own_closing) values ('2026-01-10', 2, 1, 1, 600, 100);
insert into differences (reference, day, kind, statement_id, movement, purpose, theirs)
  values ('line:t-1', '2026-01-10', 'missing_here', 't-1', 'transfer', 'Без назначения', 500);
insert into issued_documents (kind, number, settlement_id, agreement_id, individual_id, legal_entity_id, template_version,
    facts_sealed, facts_sha256, verify_code, payment_id)
  select 'receipt', 'К-1', settlement_id, agreement_id, individual_id, legal_entity_id, 1, '1.sealed', 'hash', 'RRRRRRRRRRRRRRRR', 1
  from issued_documents where kind = 'agreement' order by id limit 1;
