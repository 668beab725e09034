-- Each letter of before is in the journal of contacts, also after a copy that was cut off.
do $$ begin
  if exists (select from entry_notices n where channel = 'email' and status <> 'shown'
      and not exists (select from contact_records c where c.notice_id = n.id)) then
    raise exception 'a letter is missing in the journal of contacts';
  end if;
end $$;
