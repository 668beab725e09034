-- The scan of a deed of assignment (ГК РФ, ст. 385): one for all claims of a creditor that name the same deed. It lies in the company's
-- folder of such deeds.
create table assignment_deeds (
  id bigint generated always as identity primary key,
  legal_entity_id bigint not null references legal_entities (id),
  cedent_inn text not null,
  cession_ref text not null,
  file_id bigint references owned_files (id) on delete set null,
  attached_by bigint not null references accounts (id),
  created_at timestamptz not null default now(),
  constraint assignment_deeds_of_company unique (legal_entity_id, cedent_inn, cession_ref)
);
create index assignment_deeds_file on assignment_deeds (file_id) where file_id is not null;
select audited('assignment_deeds');
