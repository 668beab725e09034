-- What 0053 adds: somebody who waits to be erased, and a day of retention.
insert into erasures (individual_id, account_id, due_on, kept_by) select i.id, i.account_id, '2026-01-04', '{deal,claim}' from individuals i where i.account_id is not null limit 1;
insert into retention_runs (day, counts) values ('2026-01-03', '{"letters": 2}');
