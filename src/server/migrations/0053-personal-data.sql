-- Erasure of people: what keeps a person, when he was erased and by which act. What must stay as it was written (the
-- audit, histories, concluded terms) loses the values that tell of him, and nothing else.

create table erasures (
  id bigint generated always as identity primary key,
  individual_id bigint not null references individuals (id),
  account_id bigint not null references accounts (id),
  status text not null default 'waiting' check (status in ('waiting', 'done', 'cancelled')),
  asked_at timestamptz not null default now(),
  -- Until then its owner may change his mind.
  due_on date not null,
  -- What stood in the way when it was looked at last, and when that was.
  kept_by text[] not null default '{}',
  looked_on date,
  ended_at timestamptz,
  -- The act: what was blanked and taken away, by table, and what stays by which law.
  act jsonb,
  audit_digest text,
  check ((status = 'waiting') = (ended_at is null)),
  check ((status = 'done') = (act is not null))
);
create unique index erasures_open on erasures (individual_id) where status = 'waiting';
create index erasures_due on erasures (due_on) where status = 'waiting';
select audited('erasures');

-- Rows of the audit that an erasure has blanked: what each says since then. The digest of them all stands in the act.
create table audit_erasures (
  erasure_id bigint not null references erasures (id),
  audit_id bigint not null references audit_log (id),
  sha256 text not null,
  primary key (audit_id, erasure_id)
);
create index audit_erasures_erasure on audit_erasures (erasure_id, audit_id);

create table retention_runs (
  day date primary key,
  counts jsonb not null,
  at timestamptz not null default now()
);

-- Whether a row changes only by losing values of these columns in an erasure that goes on.
create function is_erasure(before jsonb, after jsonb, columns text[]) returns boolean language sql stable as $$
  select coalesce(current_setting('ugovor.erasure', true), '') <> '' and before - columns = after - columns
$$;

drop trigger append_only on audit_log;
create trigger append_only before delete or truncate on audit_log for each statement execute function refuse_change();
create trigger unchanged before update on audit_log for each row
  when (not is_erasure(to_jsonb(old), to_jsonb(new), array['before', 'after', 'reason', 'ip', 'user_agent'])) execute function refuse_change();
drop trigger append_only on status_history;
create trigger append_only before delete or truncate on status_history for each statement execute function refuse_change();
create trigger unchanged before update on status_history for each row
  when (not is_erasure(to_jsonb(old), to_jsonb(new), array['reason', 'remarks'])) execute function refuse_change();
drop trigger append_only on agreements;
create trigger append_only before delete or truncate on agreements for each statement execute function refuse_change();
create trigger unchanged before update on agreements for each row
  when (not is_erasure(to_jsonb(old), to_jsonb(new), array['snapshot'])) execute function refuse_change();
drop trigger immutable on terms_offers;
create trigger immutable before update on terms_offers for each row
  when (not is_erasure(to_jsonb(old), to_jsonb(new), array['comment', 'reject_reason'])) execute function refuse_new_terms();

-- The values under these keys, made unreadable.
create function without_values(image jsonb, keys text[]) returns jsonb language sql immutable as $$
  select jsonb_object_agg(key, case when key = any(keys) and value <> 'null' then '"•••"'::jsonb else value end) from jsonb_each(image)
$$;

/* Blanks rows of the audit in an erasure that is waiting: the values under the keys, the words of reasons, and where the
   person himself came from. Each row is written down with what it says now. */
create function erase_audit(erasure bigint, ids bigint[], keys text[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  whose bigint;
begin
  select account_id into strict whose from erasures where id = erasure and status = 'waiting';
  perform set_config('ugovor.erasure', erasure::text, true);
  update audit_log set before = without_values(before, keys), after = without_values(after, keys), reason = null,
    ip = case when account_id = whose then null else ip end, user_agent = case when account_id = whose then null else user_agent end
    where id = any(ids);
  perform set_config('ugovor.erasure', '', true);
  insert into audit_erasures (erasure_id, audit_id, sha256)
    select erasure, a.id, encode(sha256(convert_to(to_jsonb(a)::text, 'UTF8')), 'hex') from audit_log a where a.id = any(ids)
    on conflict (audit_id, erasure_id) do update set sha256 = excluded.sha256;
end $$;

/* The same for what else stays as it was written: words of decisions, of offers, and the parties of agreements. */
create function erase_fixed(erasure bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  person bigint;
begin
  select individual_id into strict person from erasures where id = erasure and status = 'waiting';
  perform set_config('ugovor.erasure', erasure::text, true);
  update status_history set reason = null, remarks = null
    where (reason is not null or remarks is not null) and (
      (object_type = 'individuals' and object_id = person)
      or (object_type = 'requests' and object_id in (select id from requests where individual_id = person))
      or (object_type = 'simpleRequests' and object_id in (select id from simple_requests where individual_id = person))
      or (object_type = 'settlements' and object_id in (select id from settlements where individual_id = person))
      or (object_type = 'registryEntries' and object_id in (select id from registry_entries where individual_id = person))
      or (object_type = 'simpleRegistryEntries' and object_id in (select id from simple_registry_entries where individual_id = person)));
  update terms_offers set comment = null, reject_reason = null
    where (comment is not null or reject_reason is not null) and settlement_id in (select id from settlements where individual_id = person);
  update agreements set snapshot = without_values(snapshot, array['lastName', 'firstName', 'middleName', 'birthDate', 'debtorInn'])
    where settlement_id in (select id from settlements where individual_id = person);
  perform set_config('ugovor.erasure', '', true);
end $$;

