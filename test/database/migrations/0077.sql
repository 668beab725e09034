-- What 0077 adds: somebody who waits, of which an operator was told, and one who no longer does.
insert into notifications (account_id, title, topic, about_type, about_id, decided_at)
  select a.id, 'Физлицо ждёт верификации', 'verification', 'individuals', i.id, s.at
  from (select min(id) as id from accounts) a, (select min(id) as id from individuals) i, (values (null::timestamptz), ('2026-01-11')) s (at);
