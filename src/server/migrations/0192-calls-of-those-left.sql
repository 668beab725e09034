-- Whoever is called into a talk that its creditor has left can say nothing there: nobody is asked to come any more.
create or replace function keep_request_chat() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  entered bigint;
begin
  if tg_op = 'UPDATE' and old.legal_entity_id is distinct from new.legal_entity_id then
    with gone as (
      update chats set left_at = now()
        where request_id = new.id and legal_entity_id = old.legal_entity_id and settlement_id is null and left_at is null
        returning id)
    update notifications n set decided_at = now() from gone
      where n.about_type = 'chats' and n.about_id = gone.id and n.topic = 'chat.called' and n.decided_at is null;
  end if;
  if new.legal_entity_id is not null then
    insert into chats (kind, request_id, individual_id, legal_entity_id)
      values ('request', new.id, new.individual_id, new.legal_entity_id)
      on conflict (request_id, legal_entity_id) where kind = 'request'
      do update set left_at = null where chats.left_at is not null
      returning id into entered;
    if entered is not null then perform post_to_chat(entered, null, 'chat.handed', '{}', null); end if;
  end if;
  return null;
end $$;
