do $$ begin
  if (select count(*) from pg_index where indisvalid
      and indexrelid in ('settlements_status_next_due'::regclass, 'settlements_company_status_next_due'::regclass)) <> 2 then
    raise exception 'an index of the list by days is not there whole';
  end if;
end $$;
-- Talks into which operators were called by a complaint that waits, by one that is decided, and by somebody himself, who complained the day after.
do $$
declare
  whose bigint;
  talk bigint;
  said bigint;
  how text;
begin
  foreach how in array array['waits', 'decided', 'himself'] loop
    select id into strict whose from accounts a where not exists (select from chats c where c.account_id = a.id) order by id limit 1;
    insert into chats (kind, account_id, last_no, last_change, called_at, joined_at)
      values ('support', whose, 1, 1, '2026-11-20T09:00:00Z', '2026-11-20T10:00:00Z') returning id into talk;
    insert into chat_messages (chat_id, no, change, author_kind, side, account_id, client_key, text)
      values (talk, 1, 1, 55, 'individual', whose, gen_random_uuid(), 'called: ' || how) returning id into said;
    insert into complaints (account_id, message_id, kind, created_at)
      values (whose, said, 'threat', case how when 'himself' then timestamptz '2026-11-21T09:00:00Z' else '2026-11-20T09:00:00.1Z' end);
    update complaints set status = 'dismissed', answer = 'Угрозы нет', decided_by = whose, decided_at = '2026-11-22T09:00:00Z'
      where message_id = said and how <> 'waits';
  end loop;
end $$;
