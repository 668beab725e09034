-- What 0003 adds: a loaded registry with a claim of the person of 0001, its earlier version, a simple entry that he has
-- accepted, a file that is being judged.
insert into stored_files (id, key, name, size, kind, sha256) overriding system value values (1, 'a1', 'реестр.xlsx', 10, 'zip', 'ab');
insert into registries (id, kind, legal_entity_id, number, file_id, as_of_date, basis, status) overriding system value values
  (1, 'full', 1, 1, 1, '2026-01-10', 'original', 'loaded'),
  (2, 'simple', 1, 1, 1, '2026-01-10', 'original', 'loaded'),
  (3, 'full', 1, 2, 1, '2026-02-10', 'original', 'validating');
insert into registry_mappings (legal_entity_id, kind, mapping) values (1, 'full', '[{"header": "Клиент", "column": "lastName"}]');
insert into registry_entries (id, legal_entity_id, registry_id, individual_id, status, debtor_inn, last_name, first_name, birth_date,
  phone, contract_number, contract_date, contract_kind, overdue_from, principal, interest, interest_overdue, penalty, fee, court_cost,
  total, as_of, stage, basis, content_hash, version) overriding system value
  values (1, 1, 1, 1, 'notification_sent', '500100732259', 'Иванов', 'Пётр', '1984-03-12', '+79161234567', 'К-1', '2024-05-01',
  'microloan', '2024-09-01', 100, 20, 0, 3, 0, 0, 123, '2026-01-10', 'pretrial', 'original', '\x01', 2);
insert into registry_entry_versions (entry_id, version, registry_id, content, created_at) values (1, 1, 1, '{"total": 100}', now());
insert into registry_snapshots (registry_id, entry_id, row_no, version, verdict) values (1, 1, 1, 2, 'new');
insert into simple_registry_entries (legal_entity_id, registry_id, individual_id, status, debtor_inn, last_name, first_name, phone,
  content_hash, accepted_at, decision_at, full_entry_id)
  values (1, 2, 1, 'full_registry_created', '500100732259', 'Иванов', 'Пётр', '+79161234567', '\x02', now(), now(), 1);
insert into registry_rows (registry_id, row_no, broken, warned, content) values (3, 1, true, false, '{}');
insert into registry_verdicts (registry_id, row_no, verdict) values (3, 1, 'error');
insert into registry_problems (registry_id, row_no, found_in, severity, code, message) values (3, 1, 'file', 'error', 'REQ', 'Пусто');
insert into entry_notices (entry_id, individual_id, legal_entity_id, channel, status) values (1, 1, 1, 'inside', 'shown');
insert into registry_messages (registry_id, kind) values (1, 'loaded');
insert into registry_reads (registry_id, account_id, message_id) values (1, 2, 1);
