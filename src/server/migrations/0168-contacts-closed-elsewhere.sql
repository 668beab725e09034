-- What closes a debtor is said of him and not of one contract: whichever claim of a creditor says it, also a new one and one of a simple registry,
-- the law is asked anew of all that the creditor has planned with him (docs/decisions/0193). Rows are locked in one order, and before it is looked
-- whether they have been asked about: whoever asks just now must not write over this.
create or replace function ask_of_planned_contacts() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  planned bigint[];
begin
  if tg_table_name = 'life_events' then
    select array_agg(id) into planned from (
      select id from contact_records where individual_id = new.individual_id and status = 'planned' order by id for update) locked;
  else
    select array_agg(id) into planned from (
      select c.id from registry_entries e join contact_records c on c.registry_entry_id = e.id and c.status = 'planned'
      where e.debtor_inn = new.debtor_inn and e.legal_entity_id = new.legal_entity_id order by c.id for update of c) locked;
  end if;
  update contact_records set asked_at = null where id = any(planned) and asked_at is not null;
  return null;
end $$;

create or replace trigger planned_contacts after update of contact_flag, withdrawn_at, debtor_inn on registry_entries for each row
  when (new.contact_flag <> 'allowed' and new.withdrawn_at is null
    and (old.contact_flag, old.withdrawn_at, old.debtor_inn) is distinct from (new.contact_flag, new.withdrawn_at, new.debtor_inn))
  execute function ask_of_planned_contacts();
create trigger planned_contacts_first after insert on registry_entries for each row
  when (new.contact_flag <> 'allowed') execute function ask_of_planned_contacts();
create trigger planned_contacts after update of contact_flag, withdrawn_at, debtor_inn on simple_registry_entries for each row
  when (new.contact_flag <> 'allowed' and new.withdrawn_at is null
    and (old.contact_flag, old.withdrawn_at, old.debtor_inn) is distinct from (new.contact_flag, new.withdrawn_at, new.debtor_inn))
  execute function ask_of_planned_contacts();
create trigger planned_contacts_first after insert on simple_registry_entries for each row
  when (new.contact_flag <> 'allowed') execute function ask_of_planned_contacts();
