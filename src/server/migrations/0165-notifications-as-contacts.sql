-- What tells a debtor of his debt beside the cabinet is a contact with its creditor (docs/decisions/0189): whose debt it is, and its place
-- in the journal. What was written before keeps to the narrower rules; 0166 says so.
alter table deliveries add column legal_entity_id bigint references legal_entities (id);
create index deliveries_company on deliveries (legal_entity_id) where legal_entity_id is not null;

alter table contact_records
  add column delivery_id bigint references deliveries (id) on delete set null,
  -- When somebody of the creditor has told of a call or a meeting; null of one whose hour has only come.
  add column told_at timestamptz,
  -- When the law was last asked of one that is planned; null where something has changed since.
  add column asked_at timestamptz,
  drop constraint contact_records_source_check,
  drop constraint contact_records_check5,
  add constraint contact_records_source_check check (source in ('letter', 'chat', 'notification', 'hand', 'file')) not valid,
  add constraint contact_records_message_check check ((source in ('letter', 'chat', 'notification')) = (kind = 'message')) not valid,
  add constraint contact_records_delivery_check check (delivery_id is null or source = 'notification') not valid;

-- What has not come counts nothing, whichever way that is found out; what nobody knows of counts.
create function keep_contact_of_delivery() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update contact_records set status = case when new.status in ('failed', 'dropped') then 'failed' else 'held' end
    where delivery_id = new.id and status in ('held', 'failed')
      and status is distinct from case when new.status in ('failed', 'dropped') then 'failed' else 'held' end;
  return null;
end $$;
create trigger contact after update of status on deliveries for each row
  when (old.status is distinct from new.status and new.legal_entity_id is not null) execute function keep_contact_of_delivery();

-- Whom the law may have closed since is asked about anew, and not only when the hour has come.
create function ask_of_planned_contacts() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'registry_entries' then
    update contact_records set asked_at = null where registry_entry_id = new.id and status = 'planned' and asked_at is not null;
  else
    update contact_records set asked_at = null where individual_id = new.individual_id and status = 'planned' and asked_at is not null;
  end if;
  return null;
end $$;
create trigger planned_contacts after update of contact_flag on registry_entries for each row
  when (old.contact_flag is distinct from new.contact_flag) execute function ask_of_planned_contacts();
create trigger planned_contacts after insert or update of status on life_events for each row execute function ask_of_planned_contacts();
