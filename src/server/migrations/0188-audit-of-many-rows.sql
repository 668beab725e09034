-- What an audited row costs (docs/decisions/0210). Columns to be masked are looked for only in an image that may have some: to look through
-- the keys of each was a third of what a row cost that was added.
create or replace function audit_image(image jsonb, hidden text[] default '{}') returns jsonb language plpgsql immutable as $$
declare
  secrets text[] := hidden;
  secret text;
begin
  if image::text ~ '_(hash|sealed)":' then
    select secrets || array_agg(key) into secrets from jsonb_object_keys(image) as key where key like '%\_hash' or key like '%\_sealed';
  end if;
  foreach secret in array secrets loop
    if image -> secret <> 'null' then image := image || jsonb_build_object(secret, '•••'); end if;
  end loop;
  return coalesce(image, '{}');
end $$;

-- Rows that one statement adds are written into the audit by one statement: there are as many of them, and each is as it was, but the
-- work of beginning is done once. What is changed or taken away goes row by row, as `write_audit` compares.
create function write_audit_added() returns trigger language plpgsql as $$
declare
  hidden text[] := coalesce(tg_argv, '{}');
begin
  insert into audit_log (account_id, kind, operation, action, object_type, object_id, after, reason, request_id, ip, user_agent)
  select (actor ->> 'accountId')::bigint, actor ->> 'kind', coalesce(actor ->> 'operation', 'system'), 'insert', tg_table_name,
    (image ->> 'id')::bigint, audit_image(image, hidden), actor ->> 'reason', actor ->> 'requestId', actor ->> 'ip', actor ->> 'userAgent'
  from (select coalesce(nullif(current_setting('ugovor.actor', true), ''), '{}')::jsonb as actor offset 0) who,
    (select to_jsonb(added) as image from added offset 0) images;
  return null;
end $$;

-- Of these many are added at once: all who may accept for a company are told, and a schedule has a row for each month.
drop trigger audit on notifications;
create trigger audit after update or delete on notifications for each row execute function write_audit('detail');
create trigger audit_added after insert on notifications referencing new table as added
  for each statement execute function write_audit_added('detail');
drop trigger audit on schedule_items;
create trigger audit after update or delete on schedule_items for each row execute function write_audit();
create trigger audit_added after insert on schedule_items referencing new table as added
  for each statement execute function write_audit_added();
