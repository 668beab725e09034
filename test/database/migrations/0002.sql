-- What 0002 adds to the rows of 0001: one person in the queue, a proposal, a representative, a view.
update individuals set pending_since = now(), remarks = '[{"field": "inn", "text": "Проверьте ИНН"}]';
insert into status_history (machine, object_type, object_id, move, from_status, to_status, account_id)
  values ('verification', 'individuals', 1, 'apply', 'unverified', 'pending', 1);
insert into approvals (kind, object_type, object_id, reason, maker_id, expires_at)
  values ('verification.block', 'individuals', 1, 'Жалоба', 3, now() + interval '3 days');
insert into representatives (legal_entity_id, last_name, first_name, basis) values (1, 'Кравцов', 'Алексей', 'charter');
insert into saved_views (account_id, screen, name, query, view) values (3, 'individuals', 'Очередь', '', '{}');
