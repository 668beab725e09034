-- What 0101 corrects: the SMS of 0100 was never sent and says so.
do $$ begin
  assert (select count(*) > 0 and bool_and(status = 'refused' and reason = 'never_sent' and planned_at is null)
    from entry_notices where channel = 'sms'), 'a planned SMS was left';
end $$;
insert into entry_notices (entry_id, individual_id, legal_entity_id, channel, status, planned_at, about, settlement_id)
  select registry_entry_id, individual_id, legal_entity_id, 'email', 'planned', now(), 'offer', id from settlements order by id limit 1;
