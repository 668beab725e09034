-- An offer that the platform itself takes off the table, since nobody may sign it any more, binds its author no further than one that was never
-- made (docs/decisions/0214). What was taken off before is found in the audit, where no person has done it.
alter table terms_offers add column returned boolean not null default false;

create or replace function refuse_new_terms() returns trigger language plpgsql as $$
begin
  if old.status <> 'active' or to_jsonb(new) - array['status', 'reject_reason', 'returned'] <> to_jsonb(old) - array['status', 'reject_reason', 'returned'] then
    raise exception 'an offer of terms does not change' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

alter table terms_offers disable trigger immutable;
update terms_offers o set returned = true
  where o.status = 'withdrawn' and exists (select from audit_log a where a.object_type = 'terms_offers' and a.object_id = o.id
    and a.action = 'update' and a.after ->> 'status' = 'withdrawn' and a.account_id is null);
alter table terms_offers enable trigger immutable;
