-- Papers that people and companies show: of a slot the latest file counts, folders hold many.
alter table stored_files drop constraint stored_files_kind_check,
  add constraint stored_files_kind_check check (kind in ('zip', 'text', 'pdf', 'png', 'jpeg'));

create table owned_files (
  id bigint generated always as identity primary key,
  individual_id bigint references individuals (id),
  legal_entity_id bigint references legal_entities (id),
  request_id bigint references requests (id),
  -- Of a company's papers: where they lie.
  place text not null check (place in ('slot', 'representative', 'folder')),
  kind text not null,
  file_id bigint not null references stored_files (id),
  -- A file that is taken away stays until the time of keeping has passed.
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  check (num_nonnulls(individual_id, legal_entity_id, request_id) = 1),
  check (place = 'slot' or legal_entity_id is not null)
);
create unique index owned_files_slot on owned_files (individual_id, legal_entity_id, request_id, place, kind) nulls not distinct
  where deleted_at is null and place <> 'folder';
create index owned_files_individual on owned_files (individual_id) where deleted_at is null;
create index owned_files_legal_entity on owned_files (legal_entity_id) where deleted_at is null;
create index owned_files_request on owned_files (request_id) where deleted_at is null;
select audited('owned_files');
