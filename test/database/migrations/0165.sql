update deliveries set legal_entity_id = (select min(id) from legal_entities) where notification_id is not null;
insert into contact_records (legal_entity_id, individual_id, kind, source, status, at, delivery_id, asked_at)
  select d.legal_entity_id, i.id, 'message', 'notification', 'held', now(), d.id, now()
  from (select * from deliveries where notification_id is not null order by id limit 1) d, (select min(id) as id from individuals) i;
update contact_records set told_at = at where kind = 'call';
-- What an older node has planned names no creditor.
with told as (
  insert into notifications (account_id, title, event, link)
    select i.account_id, 'Срок', 'settlement.due', '/settlement-' || s.id
    from settlements s join individuals i on i.id = s.individual_id where i.account_id is not null order by s.id limit 1
    returning id, account_id, event)
insert into deliveries (account_id, notification_id, event, channel, due_at) select account_id, id, event, 'push', now() from told;
