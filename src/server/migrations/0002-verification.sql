-- Verification: the queue, remarks, the history of every machine, decisions by two persons, representatives,
-- saved views.

alter table individuals
  add column pending_since timestamptz,
  add column remarks jsonb not null default '[]',
  add column edited_by bigint references accounts (id);
alter table legal_entities
  add column pending_since timestamptz,
  add column remarks jsonb not null default '[]',
  add column edited_by bigint references accounts (id);

create index individuals_pending on individuals (pending_since, id) where deleted_at is null;
create index legal_entities_pending on legal_entities (pending_since, id) where deleted_at is null;

-- Every move of every machine, written by the same statement that makes it.
create table status_history (
  id bigint generated always as identity primary key,
  machine text not null,
  object_type text not null,
  object_id bigint not null,
  move text not null,
  from_status text not null,
  to_status text not null,
  account_id bigint references accounts (id),
  reason text,
  remarks jsonb,
  at timestamptz not null default clock_timestamp()
);
create index status_history_object on status_history (object_type, object_id, id);
create trigger append_only before update or delete or truncate on status_history for each statement execute function refuse_change();

-- A decision that one person proposes and another one takes.
create table approvals (
  id bigint generated always as identity primary key,
  kind text not null,
  object_type text not null,
  object_id bigint not null,
  reason text not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected', 'expired')),
  maker_id bigint not null references accounts (id),
  decided_by bigint references accounts (id),
  decision_reason text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  decided_at timestamptz,
  check (decided_by is null or decided_by <> maker_id)
);
create unique index approvals_pending on approvals (kind, object_type, object_id) where status = 'pending';
create index approvals_created on approvals (created_at desc, id desc);
create index approvals_object on approvals (object_type, object_id);

create table representatives (
  id bigint generated always as identity primary key,
  legal_entity_id bigint not null unique references legal_entities (id),
  last_name text collate "ru-x-icu",
  first_name text collate "ru-x-icu",
  middle_name text collate "ru-x-icu",
  position text,
  basis text check (basis in ('charter', 'power_of_attorney')),
  basis_number text,
  basis_date date,
  basis_valid_until date,
  inn text check (inn ~ '^\d{12}$'),
  snils_sealed text,
  passport_sealed text,
  phone text check (phone ~ '^\+7\d{10}$'),
  email text,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table saved_views (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  legal_entity_id bigint references legal_entities (id),
  screen text not null,
  name text not null,
  query text not null,
  view jsonb not null,
  shared boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index saved_views_name on saved_views (account_id, screen, name);
create index saved_views_screen on saved_views (screen) where shared;

select audited(name) from unnest(array['approvals', 'representatives', 'saved_views']) as name;
