do $$
declare
  found text := (select string_agg(concat_ws(' ', m.text, c.called_by_complaint, c.call_ended_at is not null, c.joined_at is not null), ', ' order by m.text)
    from chats c join chat_messages m on m.chat_id = c.id where m.text like 'called: %');
begin
  if found is distinct from 'called: decided t t f, called: himself f f t, called: waits t f t' then
    raise exception 'calls of complaints were read otherwise: %', found;
  end if;
end $$;
update chats set call_ended_at = now() where called_at is not null;
