insert into chat_events (event) values ('settlement.offer');
update chats set called_at = now(), last_no = last_no + 1, last_change = last_change + 2, last_side = 'individual', waits_since = now()
  where settlement_id is not null;
insert into chat_messages (chat_id, no, change, author_kind, side, account_id, client_key, text, edited_at)
  select c.id, c.last_no, c.last_change, 55, 'individual', i.account_id, '00000000-0000-4000-8000-000000000155', 'Здравствуйте', now()
  from chats c join individuals i on i.id = c.individual_id where c.settlement_id is not null;
insert into chat_edits (message_id, text, written_at) select id, 'Привет', created_at from chat_messages where edited_at is not null;
insert into chat_reads (chat_id, account_id, side, read_no)
  select chat_id, account_id, 'individual', no from chat_messages where client_key is not null;
insert into owned_files (chat_id, place, kind, file_id)
  select c.id, 'folder', 'message', f.id from (select min(id) as id from chats where settlement_id is not null) c, (select min(id) as id from stored_files) f
  where c.id is not null and f.id is not null;
