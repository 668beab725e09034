-- no-transaction
-- What 0174 keeps from now on, of the schedules that were there before: a few at a time and in the order of ids, while everybody works. And what lists
-- walk. Each statement bears being repeated; within one no line ends with a semicolon.
create or replace procedure fill_next_due_dates() language plpgsql as $$
declare
  last bigint := 0; portion bigint[]; begin loop
    select array_agg(id) into portion from (select id from settlements where id > last order by id limit 500 for update) locked
    ; exit when portion is null
    ; update settlements s set next_due_date = open.day
      from (select settlement_id, min(due_date) filter (where status in ('planned', 'due', 'overdue')) as day
        from schedule_items where settlement_id = any(portion) group by settlement_id) open
      where s.id = open.settlement_id and s.next_due_date is distinct from open.day
    ; commit
    ; select max(id) into last from unnest(portion) id
    ; end loop
  ; end
$$;
call fill_next_due_dates();
drop procedure fill_next_due_dates();
drop index concurrently if exists settlements_next_due;
create index concurrently settlements_next_due on settlements ((coalesce(next_due_date, 'infinity')), id);
drop index concurrently if exists settlements_company_next_due;
create index concurrently settlements_company_next_due on settlements (legal_entity_id, (coalesce(next_due_date, 'infinity')), id);
