insert into complaints (account_id, message_id, kind, words)
  select min(a.id), min(m.id), 'threat', 'Он мне угрожает' from accounts a, chat_messages m having min(m.id) is not null;
insert into complaints (account_id, contact_id, contact_status, kind, status, answer, decided_by, decided_at)
  select min(a.id), min(r.id), 'held', 'untrue', 'upheld', 'Звонка не было', min(a.id), now() from accounts a, contact_records r having min(r.id) is not null;
