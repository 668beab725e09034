-- Requests: what debtors ask their creditors for, and what creditors' registries let them ask for.

create table requests (
  id bigint generated always as identity primary key,
  number text not null generated always as ('З-' || lpad(id::text, greatest(6, length(id::text)), '0')) stored unique,
  started_by text not null check (started_by in ('individual', 'creditor')),
  status text not null check (status in
    ('waiting', 'search', 'pending', 'negotiation', 'waiting_for_payment', 'paid', 'closed')),
  individual_id bigint not null references individuals (id),
  creditor_inn text not null,
  creditor_name text,
  -- The creditor to whom it has been handed; nobody of his sees it before.
  legal_entity_id bigint references legal_entities (id),
  registry_entry_id bigint references registry_entries (id),
  -- The registry in which the entry stood when the two were joined.
  registry_id bigint references registries (id),
  contract_number text,
  contract_date date,
  issued_amount bigint check (issued_amount > 0),
  claimed_debt bigint check (claimed_debt > 0),
  debt_reason text,
  desired_amount bigint check (desired_amount > 0),
  desired_plan jsonb,
  comment text,
  answer_by date,
  decline_reason text,
  decline_comment text,
  -- To whom the debt has been ceded, as the creditor who declines tells it.
  suggested_inn text,
  close_reason text,
  archived_at timestamptz,
  search text collate "ru-x-icu" generated always as (lower(
    'З-' || lpad(id::text, greatest(6, length(id::text)), '0') || ' ' || creditor_inn || ' ' || coalesce(creditor_name, '') || ' ' || coalesce(contract_number, ''))) stored,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (status in ('waiting', 'search', 'closed') or legal_entity_id is not null),
  check ((status = 'closed') = (close_reason is not null))
);
-- One active request for a debt; one that is put away holds nothing.
create unique index requests_active on requests (individual_id, creditor_inn, coalesce(contract_number, ''))
  where status <> 'closed' and archived_at is null;
create unique index requests_entry on requests (registry_entry_id)
  where registry_entry_id is not null and status <> 'closed' and archived_at is null;
create index requests_individual on requests (individual_id, id desc);
create index requests_company on requests (legal_entity_id, id desc) where legal_entity_id is not null;
create index requests_registry on requests (registry_id, id desc) where registry_id is not null;
create index requests_status on requests (status, id desc);
create index requests_answer on requests (coalesce(answer_by, 'infinity'::date), id);
create index requests_sought on requests (creditor_inn) where status = 'search';
create index requests_search on requests using gin (search gin_trgm_ops);

select audited('requests');
