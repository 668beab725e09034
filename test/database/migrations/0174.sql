-- A schedule that was there is looked at by 0175; one that changes from here on, by whatever node, is kept at once.
update schedule_items set due_date = '2026-03-20' where settlement_id = 2 and status <> 'cancelled';
do $$ begin
  if (select next_due_date from settlements where id = 2) is distinct from '2026-03-20' then
    raise exception 'the next day of a schedule was not kept';
  end if;
end $$;
update settlements set next_due_date = null where id = 2;
