-- An agreement that was ended for a breach says so wherever it is looked up; what was signed goes on proving what was agreed.
alter table issued_documents drop constraint issued_documents_status_check,
  add constraint issued_documents_status_check check (status in ('issued', 'terminated', 'revoked'));

create or replace function refuse_new_document() returns trigger language plpgsql as $$
declare
  made text[] := array['file_key', 'sha256', 'size', 'made_at'];
  number constant text := '^([0-9]{1,3})\.';
  is_resealed boolean := (substring(new.facts_sealed from number))::int > (substring(old.facts_sealed from number))::int;
begin
  if to_jsonb(new) - made - array['status', 'facts_sealed'] <> to_jsonb(old) - made - array['status', 'facts_sealed']
    or (new.facts_sealed <> old.facts_sealed and is_resealed is not true)
    or (old.made_at is not null and (new.file_key, new.sha256, new.size, new.made_at) is distinct from (old.file_key, old.sha256, old.size, old.made_at))
    or (old.status <> 'issued' and new.status <> old.status) then
    raise exception 'a document does not change' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

update issued_documents d set status = 'terminated'
from settlements s
where s.id = d.settlement_id and s.close_reason = 'breached' and d.status = 'issued' and d.kind in ('agreement', 'addendum');
