-- The keys that seal data, each wrapped with SECRET_KEY: a change of SECRET_KEY wraps them anew and touches no data, and a
-- new key seals while the old ones still open. Number 0 is what marks are made with, and stays.
create table data_keys (
  id smallint primary key check (id between 0 and 200),
  -- Null until the next start: the key of a database from before this table is SECRET_KEY itself.
  wrapped text,
  -- A new key opens at once and seals a little later, when every node knows it.
  seals_from timestamptz not null default now(),
  created_at timestamptz not null default now()
);
insert into data_keys (id) select id from unnest(array[0, 1]) as id where exists (select from accounts);

-- To seal the same anew with another key is no change: the job that does it writes one row about many.
create or replace function write_audit() returns trigger language plpgsql as $$
declare
  actor jsonb := coalesce(nullif(current_setting('ugovor.actor', true), ''), '{}')::jsonb;
  old_image jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_image jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  changed_before jsonb;
  changed_after jsonb;
begin
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(o.key, o.value), jsonb_object_agg(o.key, new_image -> o.key)
      into changed_before, changed_after
      from jsonb_each(old_image) o
      where o.value is distinct from new_image -> o.key and o.key not in ('version', 'updated_at', 'seen_at', 'idle_expires_at', 'search')
        and not (actor ->> 'operation' = 'keys.reseal' and o.key like '%\_sealed');
    if changed_before is null then return null; end if;
    -- A secret that changed is in the difference by its true value: mask it only after comparing.
    changed_before := audit_image(changed_before);
    changed_after := audit_image(changed_after);
  else
    changed_before := audit_image(old_image);
    changed_after := audit_image(new_image);
  end if;
  insert into audit_log (account_id, kind, operation, action, object_type, object_id, before, after, reason, request_id, ip, user_agent)
  values ((actor ->> 'accountId')::bigint, actor ->> 'kind', coalesce(actor ->> 'operation', 'system'), lower(tg_op), tg_table_name,
    ((coalesce(new_image, old_image)) ->> 'id')::bigint,
    case when tg_op <> 'INSERT' then changed_before end, case when tg_op <> 'DELETE' then changed_after end,
    actor ->> 'reason', actor ->> 'requestId', actor ->> 'ip', actor ->> 'userAgent');
  return null;
end $$;

-- The facts of a document may be sealed with a later key; that they are the same ones their hash tells.
create or replace function refuse_new_document() returns trigger language plpgsql as $$
declare
  made text[] := array['file_key', 'sha256', 'size', 'made_at'];
  number constant text := '^([0-9]{1,3})\.';
  is_resealed boolean := (substring(new.facts_sealed from number))::int > (substring(old.facts_sealed from number))::int;
begin
  if to_jsonb(new) - made - array['status', 'facts_sealed'] <> to_jsonb(old) - made - array['status', 'facts_sealed']
    or (new.facts_sealed <> old.facts_sealed and is_resealed is not true)
    or (old.made_at is not null and (new.file_key, new.sha256, new.size, new.made_at) is distinct from (old.file_key, old.sha256, old.size, old.made_at))
    or (old.status = 'revoked' and new.status <> 'revoked') then
    raise exception 'a document does not change' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
