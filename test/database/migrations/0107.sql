insert into life_events (individual_id, kind, since, status, side, entered_by)
  select id, 'bankruptcy', '2026-01-12', 'in_force', 'operator', account_id from individuals where account_id is not null order by id limit 1;
