-- Lists of a million rows: counters instead of counting, and an index behind each order that a list offers.

-- How many rows of a list stand in each status. A row of the counter is locked until its transaction ends, so each
-- connection counts in a slot of its own, and whoever wants the number adds the slots up.
create table row_counts (
  list text not null,
  status text not null,
  slot int not null,
  rows bigint not null,
  primary key (list, status, slot)
) with (fillfactor = 50);

create function add_to_row_count(list_name text, of_status text, change bigint) returns void language sql as $$
  insert into row_counts as kept (list, status, slot, rows) values (list_name, of_status, pg_backend_pid() % 64, change)
  on conflict (list, status, slot) do update set rows = kept.rows + excluded.rows
$$;

create function count_added_rows() returns trigger language plpgsql as $$
begin
  perform add_to_row_count(tg_table_name, verification_status, count(*)) from added
    where deleted_at is null group by verification_status order by verification_status;
  return null;
end $$;

-- Slots may be shared by two connections, so their rows are locked in one order.
create function count_changed_row() returns trigger language plpgsql as $$
declare change record;
begin
  for change in
    select status, sum(amount) as amount from (values
      (case when tg_op <> 'INSERT' and old.deleted_at is null then old.verification_status end, -1),
      (case when tg_op <> 'DELETE' and new.deleted_at is null then new.verification_status end, 1)
    ) as changes (status, amount) where status is not null group by status order by status
  loop
    perform add_to_row_count(tg_table_name, change.status, change.amount);
  end loop;
  return null;
end $$;

-- Always: also where a bulk load switches the other triggers off.
create function counted(name text) returns void language plpgsql as $$
begin
  execute format('insert into row_counts select %L, verification_status, 0, count(*) from %I where deleted_at is null group by 2', name, name);
  execute format('create trigger count_added after insert on %I referencing new table as added for each statement execute function count_added_rows()', name);
  execute format('create trigger count_changed after update on %I for each row
    when (old.verification_status <> new.verification_status or (old.deleted_at is null) <> (new.deleted_at is null))
    execute function count_changed_row()', name);
  execute format('create trigger count_removed after delete on %I for each row execute function count_changed_row()', name);
  execute format('alter table %I enable always trigger count_added, enable always trigger count_changed, enable always trigger count_removed', name);
end $$;
select counted(name) from unnest(array['individuals', 'legal_entities']) as name;

-- Orders are over columns that are never null, so that any row can be the place where a page begins. The text of the
-- search begins with the full name in small letters, which is just the order of a list by name.
drop index individuals_name;
create index individuals_name on individuals (search, id) where deleted_at is null;
create index individuals_status_name on individuals (verification_status, search, id) where deleted_at is null;
drop index individuals_pending;
create index individuals_pending on individuals (coalesce(pending_since, 'infinity'), id) where deleted_at is null;
create index individuals_status_pending on individuals (verification_status, coalesce(pending_since, 'infinity'), id) where deleted_at is null;
drop index legal_entities_pending;
create index legal_entities_pending on legal_entities (coalesce(pending_since, 'infinity'), id) where deleted_at is null;
