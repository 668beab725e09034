-- The image of a row in the audit, by a function that keeps its plan for the session: one in SQL is planned anew at each call before
-- PostgreSQL 18, which was two thirds of what an audited row cost there. Columns that a trigger names are masked as secrets are.
drop function audit_image(jsonb);
create function audit_image(image jsonb, hidden text[] default '{}') returns jsonb language plpgsql immutable as $$
declare
  masks jsonb;
begin
  select jsonb_object_agg(key, '•••') into masks from jsonb_object_keys(image) as key
    where (key like '%\_hash' or key like '%\_sealed' or key = any(hidden)) and image -> key <> 'null';
  return coalesce(image || coalesce(masks, '{}'), '{}');
end $$;

create or replace function write_audit() returns trigger language plpgsql as $$
declare
  actor jsonb := coalesce(nullif(current_setting('ugovor.actor', true), ''), '{}')::jsonb;
  hidden text[] := coalesce(tg_argv, '{}');
  old_image jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_image jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  changed_before jsonb := old_image;
  changed_after jsonb := new_image;
  untold text[];
begin
  if tg_op = 'UPDATE' then
    select coalesce(array_agg(o.key), '{}') into untold
      from jsonb_each(old_image) o
      where o.value is not distinct from new_image -> o.key or o.key in ('version', 'updated_at', 'seen_at', 'idle_expires_at', 'search')
        or (actor ->> 'operation' = 'keys.reseal' and o.key like '%\_sealed');
    changed_before := old_image - untold;
    changed_after := new_image - untold;
    if changed_before = '{}' then return null; end if;
  end if;
  -- A secret that changed is in the difference by its true value: it is masked only after comparing.
  insert into audit_log (account_id, kind, operation, action, object_type, object_id, before, after, reason, request_id, ip, user_agent)
  values ((actor ->> 'accountId')::bigint, actor ->> 'kind', coalesce(actor ->> 'operation', 'system'), lower(tg_op), tg_table_name,
    ((coalesce(new_image, old_image)) ->> 'id')::bigint,
    case when tg_op <> 'INSERT' then audit_image(changed_before, hidden) end,
    case when tg_op <> 'DELETE' then audit_image(changed_after, hidden) end,
    actor ->> 'reason', actor ->> 'requestId', actor ->> 'ip', actor ->> 'userAgent');
  return null;
end $$;
