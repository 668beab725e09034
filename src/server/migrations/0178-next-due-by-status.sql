-- no-transaction
-- The list of settlements by the day of the next payment, of one status: without these it sorted all of that status for each page
-- (docs/decisions/0202). Each statement bears being repeated.
drop index concurrently if exists settlements_status_next_due;
create index concurrently settlements_status_next_due on settlements (status, (coalesce(next_due_date, 'infinity')), id);
drop index concurrently if exists settlements_company_status_next_due;
create index concurrently settlements_company_status_next_due on settlements (legal_entity_id, status, (coalesce(next_due_date, 'infinity')), id);
