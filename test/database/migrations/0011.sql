-- What 0011 adds: a creditor's conditions.
insert into settlement_policies (id, legal_entity_id, version, bands, account_id) overriding system value values (1, 1, 1, '[]', 1);
