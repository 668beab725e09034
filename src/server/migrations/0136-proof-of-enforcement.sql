-- The stage «Исполнительное производство» is the creditor's word. Its debtor may say that there are no bailiffs; from then on the stage takes
-- nothing from him until the creditor attaches the writ, or the act of the court (docs/decisions/0146). An older node knows neither.
alter table registry_entries
  add column no_bailiffs_at timestamptz,
  add column writ_file_id bigint references owned_files (id) on delete set null;

-- The stage that a claim is judged by: one definition for every module that asks.
create function judged_stage(e registry_entries) returns text language sql stable as $$
  select case when e.stage = 'enforcement' and e.no_bailiffs_at is not null
    and not exists (select from owned_files o where o.id = e.writ_file_id and o.deleted_at is null)
    then 'pretrial' else e.stage end
$$;
