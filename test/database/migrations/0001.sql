-- What a database holds after 0001: people, a company, a session, a waiting letter, with the audit of their making.
insert into accounts (id, kind, email, phone, password_hash) overriding system value values
  (1, 'individual', 'ivanov@old.test', '+79161234567', 'hash'),
  (2, 'employee', 'kravtsov@old.test', null, 'hash'),
  (3, 'operator', 'orlova@old.test', null, 'hash');
insert into individuals (account_id, last_name, first_name, middle_name, inn, birth_date, verification_status)
  values (1, 'Иванов', 'Пётр', 'Сергеевич', '500100732259', '1984-03-12', 'verified');
insert into legal_entities (id, full_name, short_name, inn) overriding system value
  values (1, 'Общество «Альфа»', 'Альфа', '7707083893');
insert into roles (id, kind, code, name, system) overriding system value values
  (1, 'employee', 'head', 'Руководитель', true),
  (2, 'operator', 'administrator', 'Администратор', true);
insert into employees (id, account_id, last_name, first_name) overriding system value
  values (1, 2, 'Кравцов', 'Алексей');
insert into memberships (employee_id, legal_entity_id, role_id, position) values (1, 1, 1, 'Директор');
insert into operators (account_id, last_name, first_name, role_id) values (3, 'Орлова', 'Ольга', 2);
insert into sessions (account_id, token_hash, idle_expires_at, expires_at)
  values (1, '\x01', now() + interval '1 hour', now() + interval '1 day');
insert into registration_tokens (token_hash, kind, email, legal_entity_id, role_id, expires_at)
  values ('\x02', 'employee', 'new@old.test', 1, 1, now() + interval '1 day');
insert into letters (template, recipient, contents_sealed) values ('invitation', 'new@old.test', 'sealed');
insert into idempotency_records (account_id, operation, key, request_hash, status)
  values (1, 'individuals.update', 'key', '\x03', 200);
-- Explicit ids do not move the counters by themselves.
select setval(pg_get_serial_sequence(name, 'id'), 100)
  from unnest(array['accounts', 'legal_entities', 'roles', 'employees']) as name;
