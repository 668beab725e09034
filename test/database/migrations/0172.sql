-- What was said before names nobody.
do $$ begin
  if exists (select from contact_records where failed_by is not null or failed_why is not null) then
    raise exception 'a contact of before is denied by somebody';
  end if;
end $$;
update contact_records set status = 'failed', failed_by = (select min(id) from accounts), failed_why = 'Ошиблись заёмщиком' where kind = 'call';
