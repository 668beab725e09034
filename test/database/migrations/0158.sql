insert into contact_records (legal_entity_id, registry_entry_id, individual_id, kind, source, status, at, note)
  select legal_entity_id, id, individual_id, 'call', 'hand', 'held', '2026-03-04T09:00:00Z', 'Дозвонились' from registry_entries order by id limit 1;
insert into contact_records (legal_entity_id, registry_entry_id, individual_id, kind, source, status, reason, at)
  select legal_entity_id, id, individual_id, 'meeting', 'file', 'held', 'hours', '2026-03-04T20:00:00Z' from registry_entries order by id limit 1;
insert into contact_records (legal_entity_id, individual_id, kind, source, status, at)
  select legal_entity_id, individual_id, 'message', 'chat', 'planned', '2099-03-04T09:00:00Z' from chats where kind = 'request' order by id limit 1;
insert into waiting_messages (chat_id, account_id, text, send_at, contact_id)
  select c.id, a.id, 'Здравствуйте', r.at, r.id
  from (select min(id) as id from chats where kind = 'request') c, (select min(id) as id from accounts) a,
    (select id, at from contact_records where source = 'chat' order by id limit 1) r where c.id is not null;
