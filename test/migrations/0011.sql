-- What 0011 adds: a creditor's conditions and terms that wait for the head.
insert into settlement_policies (id, legal_entity_id, version, bands, account_id) overriding system value values (1, 1, 1, '[]', 1);
insert into terms_approvals (settlement_id, act, form, trace, maker_id) values (1, 'offer', '{}', '[]', 1);
