-- What 0006 adds: a copy of a permission, two editors of one person, a code that waits.
insert into permissions (code, group_name, name, method, path, employee, operator, system)
  values ('individuals.list', 'Свои', 'Смотреть людей', 'GET', '/api/individuals', true, true, false);
update individuals set editors = '{1,3}' where last_name = 'Иванов';
insert into one_time_codes (account_id, purpose, subject_sealed, code_hash, expires_at)
  values (1, 'email', 'sealed', 'hash', now() + interval '10 minutes');
