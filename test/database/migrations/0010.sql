-- What 0010 adds: the documents of the agreement, one of them made.
insert into issued_documents (kind, number, settlement_id, agreement_id, individual_id, legal_entity_id, template_version,
    facts_sealed, facts_sha256, verify_code)
  select 'agreement', 'У-2', 2, id, 1, 1, 1, '1.sealed', 'hash', '0123456789ABCDEF' from agreements limit 1;
insert into issued_documents (kind, number, settlement_id, agreement_id, individual_id, legal_entity_id, template_version,
    facts_sealed, facts_sha256, verify_code, file_key, sha256, size, made_at)
  select 'signing_protocol', 'У-2', 2, id, 1, 1, 1, '1.sealed', 'hash', '0123456789ABCDEG', 'key', repeat('a', 64), 1, now()
  from agreements limit 1;
