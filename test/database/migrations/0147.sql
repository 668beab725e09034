insert into sub_job_results (business_day_id, sub, status, processed, changed, failed, finished_at)
  select min(id), 'mark-due', 'failed', 3, 1, 1, now() from business_days;
insert into sub_job_errors (business_day_id, sub, part, object_type, object_id, cause, incident)
  select min(id), 'mark-due', 0, 'settlements', 1, 'Внутренняя ошибка', 'a1b2' from business_days;
insert into close_lease (id, holder) values (1, 'a node');
