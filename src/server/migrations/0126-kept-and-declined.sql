-- The ИНН that somebody was verified under stays his while he is looked at anew or blocked, whatever is typed meanwhile
-- (docs/domain.md §7.1). It is kept by the database at the moment he leaves the verified, so that an older node keeps it too.
alter table individuals add column verified_inn text;
alter table legal_entities add column verified_inn text;

create function keep_verified_inn() returns trigger language plpgsql as $$
begin
  if old.verification_status = 'verified' and (new.verification_status <> 'verified' or new.inn is distinct from old.inn) then
    new.verified_inn := coalesce(old.verified_inn, old.inn);
  elsif new.verification_status = 'verified' and old.verification_status <> 'verified' then
    new.verified_inn := null;
  end if;
  if new.deleted_at is not null then
    new.verified_inn := null;
  end if;
  return new;
end $$;
create trigger keep_verified_inn before update on individuals for each row execute function keep_verified_inn();
create trigger keep_verified_inn before update on legal_entities for each row execute function keep_verified_inn();

-- When the creditor has said that a request is none of his: the system does not tell him of it once more by itself.
alter table requests add column declined_at timestamptz, add column limitation_asked_at timestamptz;
alter table simple_requests add column declined_at timestamptz;

-- By when a creditor has to answer what his debtor has said of a claim, and how much of that term he has been told of (docs/decisions/0128).
alter table registry_entries add column answer_by date, add column answer_reminders smallint not null default 0;
alter table simple_registry_entries add column answer_by date, add column answer_reminders smallint not null default 0;
