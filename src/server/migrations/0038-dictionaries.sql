-- What companies and people are called by, each kept as a dictionary; tariffs may be for a kind of either.

create table legal_entity_types (
  id bigint generated always as identity primary key,
  name text collate "ru-x-icu" not null,
  help text,
  -- In which order they are offered.
  place int not null default 100 check (place between 0 and 9999),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index legal_entity_types_name on legal_entity_types (lower(name));
create table individual_categories (like legal_entity_types including defaults including identity including constraints);
alter table individual_categories add primary key (id);
create unique index individual_categories_name on individual_categories (lower(name));

insert into legal_entity_types (name, help, place) values
  ('Банк', null, 10),
  ('МФО', 'Микрофинансовая или микрокредитная компания', 20),
  ('ПКО', 'Профессиональная коллекторская организация', 30),
  ('КПК', 'Кредитный потребительский кооператив', 40),
  ('ЖКХ', 'Управляющая или ресурсоснабжающая организация', 50),
  ('Связь', 'Оператор связи', 60),
  ('Другое', null, 90);

alter table legal_entities add column type_id bigint references legal_entity_types (id);
create index legal_entities_type on legal_entities (type_id) where type_id is not null;
alter table individuals add column category_id bigint references individual_categories (id);
create index individuals_category on individuals (category_id) where category_id is not null;

alter table tariffs
  add column legal_entity_type_id bigint references legal_entity_types (id),
  add column individual_category_id bigint references individual_categories (id),
  add constraint tariffs_own check (legal_entity_id is null or (legal_entity_type_id is null and individual_category_id is null)),
  -- Of the same key no two in force share a day; a number is a range of itself, so no extension is needed.
  add constraint tariffs_no_overlap exclude using gist (
    int8range(coalesce(legal_entity_id, 0), coalesce(legal_entity_id, 0), '[]') with &&,
    int8range(coalesce(legal_entity_type_id, 0), coalesce(legal_entity_type_id, 0), '[]') with &&,
    int8range(coalesce(individual_category_id, 0), coalesce(individual_category_id, 0), '[]') with &&,
    daterange(valid_from, valid_to, '[]') with &&
  ) where (approved);
create index tariffs_type on tariffs (legal_entity_type_id) where legal_entity_type_id is not null;
create index tariffs_category on tariffs (individual_category_id) where individual_category_id is not null;

select audited(name) from unnest(array['legal_entity_types', 'individual_categories']) as name;
