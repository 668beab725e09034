-- What 0086 indexes: an entry of a simple registry without a contract.
insert into simple_registry_entries (legal_entity_id, registry_id, debtor_inn, last_name, first_name, phone, tz, status, content_hash)
  select legal_entity_id, registry_id, '500100732259', 'Ёлкин', 'Пётр', phone, tz, 'search', content_hash
  from simple_registry_entries order by id limit 1;
