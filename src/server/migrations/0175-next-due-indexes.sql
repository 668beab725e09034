-- no-transaction
-- What 0174 keeps from now on, of the schedules that were there before, and what lists walk. Each statement bears being repeated.
update settlements s set next_due_date = open.day
from (select settlement_id, min(due_date) filter (where status in ('planned', 'due', 'overdue')) as day
  from schedule_items group by settlement_id) open
where s.id = open.settlement_id and s.next_due_date is distinct from open.day;
-- Once more, of whatever schedule somebody wrote while that went on.
update settlements s set next_due_date = open.day
from (select settlement_id, min(due_date) filter (where status in ('planned', 'due', 'overdue')) as day
  from schedule_items group by settlement_id) open
where s.id = open.settlement_id and s.next_due_date is distinct from open.day;
drop index concurrently if exists settlements_next_due;
create index concurrently settlements_next_due on settlements ((coalesce(next_due_date, 'infinity')), id);
drop index concurrently if exists settlements_company_next_due;
create index concurrently settlements_company_next_due on settlements (legal_entity_id, (coalesce(next_due_date, 'infinity')), id);
