-- Half of all people write «ё» as «е», so a search takes them for one letter, in the texts as in what is typed
-- (`plainWords` of the domain).

create function plain_words(words text) returns text language sql immutable strict parallel safe as $$
  select translate(lower(words), 'ё', 'е')
$$;

alter table individuals drop column search;
alter table individuals add column search text collate "ru-x-icu" generated always as (plain_words(
  last_name || ' ' || first_name || ' ' || coalesce(middle_name, '') || ' ' || coalesce(inn, ''))) stored;
create index individuals_search on individuals using gin (search gin_trgm_ops);
create index individuals_name on individuals (search, id) where deleted_at is null;
create index individuals_status_name on individuals (verification_status, search, id) where deleted_at is null;

alter table legal_entities drop column search;
alter table legal_entities add column search text collate "ru-x-icu" generated always as (plain_words(
  short_name || ' ' || full_name || ' ' || inn || ' ' || coalesce(ogrn, ''))) stored;
create index legal_entities_search on legal_entities using gin (search gin_trgm_ops);

alter table requests drop column search;
alter table requests add column search text collate "ru-x-icu" generated always as (plain_words(
  'З-' || lpad(id::text, greatest(6, length(id::text)), '0') || ' ' || creditor_inn || ' ' || coalesce(creditor_name, '') || ' ' || coalesce(contract_number, ''))) stored;
create index requests_search on requests using gin (search gin_trgm_ops);

alter table registry_entries drop column search;
alter table registry_entries add column search text collate "ru-x-icu" generated always as (plain_words(
  last_name || ' ' || first_name || ' ' || coalesce(middle_name, '') || ' ' || debtor_inn || ' ' || contract_number)) stored;
create index registry_entries_search on registry_entries using gin (search gin_trgm_ops);

alter table simple_registry_entries drop column search;
alter table simple_registry_entries add column search text collate "ru-x-icu" generated always as (plain_words(
  last_name || ' ' || first_name || ' ' || coalesce(middle_name, '') || ' ' || debtor_inn || ' ' || coalesce(contract_number, ''))) stored;

update settlements set search = plain_words(search) where search like '%ё%';

-- The claims of whoever has a phone: of all companies it is looked up whole.
create index registry_entries_phone on registry_entries (phone);
