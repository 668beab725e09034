-- What 0086 indexes: another claim on the same debtor, told apart by its contract.
insert into simple_registry_entries (legal_entity_id, registry_id, debtor_inn, last_name, first_name, contract_number, phone, tz, status, content_hash)
  select legal_entity_id, registry_id, debtor_inn, 'Ёлкин', 'Пётр', 'С-86', phone, tz, 'search', content_hash
  from simple_registry_entries order by id limit 1;
