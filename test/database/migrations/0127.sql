-- What 0127 indexes is there since 0126.
select id from individuals where verified_inn is not null;
-- A loan that its lender calls «Прочее», bargained about while nobody took it for a consumer's, with a notice of its breach.
update registry_entries set contract_kind = 'other' where id = 1;
update legal_entities set type_id = (select min(id) from legal_entity_types where interest_right <> 'none') where id = 1;
update settlements set consumer = false where id = 1;
insert into issued_documents (kind, number, settlement_id, agreement_id, individual_id, legal_entity_id, template_version,
    facts_sealed, facts_sha256, verify_code)
  select 'breach_notice', 'И-1/1', 1, id, 1, 1, 1, '1.sealed', 'hash', '0123456789ABCDEN' from agreements order by id limit 1;
