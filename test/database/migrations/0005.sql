-- What 0005 adds to the rows of the days before: a task that is done and one that runs, news read and unread.
insert into background_tasks (account_id, session_id, operation, title, query_sealed, state, bytes, file_key, file_name, expires_at)
  select 3, min(id), 'individuals.exportExcel', 'Физические лица', '1.sealed', 'done', 100, 'key', 'Физлица.xlsx', now() + interval '1 day' from sessions
  union all select 3, min(id), 'individuals.exportExcel', 'Физические лица', '1.sealed', 'running', 0, null, null, now() + interval '1 day' from sessions;
insert into notifications (account_id, title, detail, link, read_at)
  values (1, 'Анкета возвращена с замечаниями', 'Паспорт не читается', '/individual-1', null), (1, 'Данные проверены', null, '/individual-1', now());
