-- What 0091 indexes: an external code of an entry that stands, which one that was withdrawn had before.
insert into simple_registry_entries (legal_entity_id, registry_id, debtor_inn, last_name, first_name, contract_number, phone, tz, status,
  content_hash, external_id, withdrawn_at)
  select legal_entity_id, registry_id, debtor_inn, 'Ёлкин', 'Пётр', 'С-91-' || n, phone, tz, 'search', content_hash, 'id-91',
    case when n < 3 then now() end
  from (select * from simple_registry_entries order by id limit 1) one, generate_series(1, 3) n;
