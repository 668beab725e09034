-- Simple requests: a debtor names his creditor before a registry has named him.

create table simple_requests (
  id bigint generated always as identity primary key,
  individual_id bigint not null references individuals (id),
  creditor_inn text not null,
  creditor_name text,
  approx_debt bigint check (approx_debt > 0),
  disclosed boolean not null default false,
  stage text not null default 'search' check (stage in ('search', 'creditor-notified', 'registry-loaded')),
  status text check (status in ('negotiation', 'waiting_for_payment', 'paid', 'closed')),
  -- The creditor who has been told; nobody of his sees it before.
  legal_entity_id bigint references legal_entities (id),
  registry_id bigint references registries (id),
  registry_entry_id bigint references registry_entries (id),
  archived_at timestamptz,
  deleted_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (stage = 'search' or legal_entity_id is not null),
  check (stage <> 'registry-loaded' or registry_entry_id is not null)
);
create unique index simple_requests_active on simple_requests (individual_id, creditor_inn)
  where deleted_at is null and archived_at is null and status is distinct from 'closed';
create index simple_requests_individual on simple_requests (individual_id, id desc) where deleted_at is null;
create index simple_requests_company on simple_requests (legal_entity_id, id desc) where deleted_at is null;
create index simple_requests_stage on simple_requests (stage, id desc) where deleted_at is null;

select audited('simple_requests');
