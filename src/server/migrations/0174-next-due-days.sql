-- The first day of its schedule for which a settlement still waits for money: by it lists find who is late, and order them
-- (docs/decisions/0199). The database keeps it, so that whoever writes a schedule, an older node among them, need not know.
alter table settlements add column next_due_date date;

create function keep_next_due_date(of_settlement bigint) returns void language sql as $$
  update settlements s set next_due_date = open.day
  from (select min(due_date) as day from schedule_items
    where settlement_id = of_settlement and status in ('planned', 'due', 'overdue')) open
  where s.id = of_settlement and s.next_due_date is distinct from open.day
$$;
-- A schedule is written whole, and looked at once.
create function next_due_dates_added() returns trigger language plpgsql as $$
begin
  perform keep_next_due_date(settlement_id) from (select distinct settlement_id from added order by 1) written;
  return null;
end $$;
create trigger next_due_date_added after insert on schedule_items referencing new table as added
  for each statement execute function next_due_dates_added();
create function next_due_date_changed() returns trigger language plpgsql as $$
begin
  perform keep_next_due_date(new.settlement_id);
  return null;
end $$;
-- The day moves many rows from one open status to another, and none of that changes what is waited for.
create trigger next_due_date_changed after update of status, due_date on schedule_items for each row
  when (new.due_date <> old.due_date
    or (new.status in ('planned', 'due', 'overdue')) <> (old.status in ('planned', 'due', 'overdue')))
  execute function next_due_date_changed();

-- It follows from the schedule, which is audited itself.
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
      where o.value is not distinct from new_image -> o.key or o.key in ('version', 'updated_at', 'seen_at', 'idle_expires_at', 'search', 'next_due_date')
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
