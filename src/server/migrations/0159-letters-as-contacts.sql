-- no-transaction
-- Letters of before come into the journal of contacts a few at a time, while everybody works. Each statement bears being repeated; within one no
-- line ends with a semicolon.
create or replace procedure copy_letters_to_contacts() language plpgsql as $$
declare
  last bigint := 0; upto bigint; begin loop
    select max(id) into upto from (select id from entry_notices where id > last order by id limit 5000) portion
    ; exit when upto is null
    ; insert into contact_records (legal_entity_id, registry_entry_id, simple_entry_id, individual_id, kind, source, status, reason, at,
        notice_id, created_at)
      select legal_entity_id, entry_id, simple_entry_id, person_of_notice(n), 'message', 'letter',
        case status when 'sent' then 'held' else status end, case status when 'refused' then reason end,
        coalesce(sent_at, planned_at, created_at), id, created_at
      from entry_notices n where id > last and id <= upto and channel = 'email' and status <> 'shown'
      on conflict (notice_id) do nothing
    ; commit
    ; last := upto
    ; end loop
  ; end
$$;
call copy_letters_to_contacts();
drop procedure copy_letters_to_contacts();
