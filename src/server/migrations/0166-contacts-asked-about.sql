-- no-transaction
-- What 0165 has begun, without a lock that others wait for.
alter table contact_records validate constraint contact_records_source_check;
alter table contact_records validate constraint contact_records_message_check;
alter table contact_records validate constraint contact_records_delivery_check;
drop index concurrently if exists contact_records_delivery;
create unique index concurrently contact_records_delivery on contact_records (delivery_id) where delivery_id is not null;
drop index concurrently if exists contact_records_unasked;
create index concurrently contact_records_unasked on contact_records (at, id)
  where status = 'planned' and source = 'hand' and asked_at is null;
-- What has broken the law, or was refused by it, is rare.
drop index concurrently if exists contact_records_against;
create index concurrently contact_records_against on contact_records (legal_entity_id, at, id)
  where reason is not null and status in ('held', 'refused');
drop index concurrently if exists contact_records_against_at;
create index concurrently contact_records_against_at on contact_records (at, id)
  where reason is not null and status in ('held', 'refused');
