-- Everything that is committed comes under a seal, however late, and images of rows cost what their size is.

-- Up to where the audit is settled: every number up to it is either sealed or will never be. Numbers are given out before
-- the commit, so a number is settled only when no transaction that could have taken it is open any more: `candidate` is
-- the number that waits for that, and `waits_for` the first transaction that began too late to have taken it.
create table audit_settled (
  one boolean primary key default true check (one),
  settled bigint not null,
  candidate bigint,
  waits_for xid8
);
insert into audit_settled (settled)
  select coalesce((select min(a.id) - 1 from audit_log a where not exists (select from audit_seals s where s.audit_id = a.id)),
    (select max(id) from audit_log), 0);

-- Only the columns that are masked are put together anew: doing so with all of them copies large values again and again.
create or replace function audit_image(image jsonb) returns jsonb language sql immutable as $$
  select coalesce(image || (select coalesce(jsonb_object_agg(key, '•••'), '{}') from jsonb_object_keys(image) as key
    where key ~ '_(hash|sealed)$' and image -> key <> 'null'), '{}')
$$;

create or replace function write_audit() returns trigger language plpgsql as $$
declare
  actor jsonb := coalesce(nullif(current_setting('ugovor.actor', true), ''), '{}')::jsonb;
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
    case when tg_op <> 'INSERT' then audit_image(changed_before) end, case when tg_op <> 'DELETE' then audit_image(changed_after) end,
    actor ->> 'reason', actor ->> 'requestId', actor ->> 'ip', actor ->> 'userAgent');
  return null;
end $$;
