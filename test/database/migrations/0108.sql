insert into powers_of_attorney (membership_id, legal_entity_id, number, issued_on, valid_until, scope)
  select id, legal_entity_id, '1', '2026-01-01', '2026-12-31', array['conclude', 'certify'] from memberships order by id limit 1;
