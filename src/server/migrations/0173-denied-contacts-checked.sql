-- no-transaction
-- What 0172 has begun, without a lock that others wait for.
alter table contact_records validate constraint contact_records_failed_by_fkey;
alter table contact_records validate constraint contact_records_failed_why_check;
drop index concurrently if exists contact_records_failed_by;
create index concurrently contact_records_failed_by on contact_records (failed_by) where failed_by is not null;
drop index concurrently if exists contact_records_planned_by;
create index concurrently contact_records_planned_by on contact_records (account_id)
  where status = 'planned' and source in ('hand', 'file');
