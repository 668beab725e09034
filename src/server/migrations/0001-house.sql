-- The house: people, companies, roles, sessions, letters, audit.
-- Conventions: bigint identity ids, timestamptz instants, date days, names sorted as Russians expect.

create extension if not exists pg_trgm;

-- Audit -----------------------------------------------------------------------------------------------------------
-- Append-only. `audited('table')` hangs a trigger on a table, so that no write can forget its row.
-- Who and why comes from the transaction's setting `ugovor.actor`, set once per request or job.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  account_id bigint,
  kind text,
  operation text not null,
  action text not null check (action in ('insert', 'update', 'delete', 'reveal')),
  object_type text not null,
  object_id bigint,
  before jsonb,
  after jsonb,
  reason text,
  request_id text,
  ip text,
  user_agent text
);
create index audit_log_object on audit_log (object_type, object_id, id);
create index audit_log_account on audit_log (account_id, id);

-- The hash chain over audit_log, made by the sealer a moment after the commit: sealing inside each transaction would
-- make all writers wait for one another. Each seal covers the row and the seal before it.
create table audit_seals (
  seq bigint primary key,
  audit_id bigint not null unique references audit_log (id),
  hash bytea not null
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'table % is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger append_only before update or delete or truncate on audit_log for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on audit_seals for each statement execute function refuse_change();

-- The columns of a row that may stand in the audit: secrets leave only the fact that they changed.
create function audit_image(image jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(key, case when key ~ '_(hash|sealed)$' and value <> 'null' then '"•••"'::jsonb else value end), '{}')
  from jsonb_each(image)
$$;

create function write_audit() returns trigger language plpgsql as $$
declare
  actor jsonb := coalesce(nullif(current_setting('ugovor.actor', true), ''), '{}')::jsonb;
  old_image jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_image jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  changed_before jsonb;
  changed_after jsonb;
begin
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(o.key, o.value), jsonb_object_agg(o.key, new_image -> o.key)
      into changed_before, changed_after
      from jsonb_each(old_image) o
      where o.value is distinct from new_image -> o.key and o.key not in ('version', 'updated_at', 'seen_at', 'idle_expires_at', 'search');
    if changed_before is null then return null; end if;
    -- A secret that changed is in the difference by its true value: mask it only after comparing.
    changed_before := audit_image(changed_before);
    changed_after := audit_image(changed_after);
  else
    changed_before := audit_image(old_image);
    changed_after := audit_image(new_image);
  end if;
  insert into audit_log (account_id, kind, operation, action, object_type, object_id, before, after, reason, request_id, ip, user_agent)
  values ((actor ->> 'accountId')::bigint, actor ->> 'kind', coalesce(actor ->> 'operation', 'system'), lower(tg_op), tg_table_name,
    ((coalesce(new_image, old_image)) ->> 'id')::bigint,
    case when tg_op <> 'INSERT' then changed_before end, case when tg_op <> 'DELETE' then changed_after end,
    actor ->> 'reason', actor ->> 'requestId', actor ->> 'ip', actor ->> 'userAgent');
  return null;
end $$;

create function audited(name text) returns void language plpgsql as $$
begin
  execute format('create trigger audit after insert or update or delete on %I for each row execute function write_audit()', name);
end $$;

-- Accounts --------------------------------------------------------------------------------------------------------
create table accounts (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('individual', 'employee', 'operator')),
  email text not null check (email = lower(email)),
  phone text check (phone ~ '^\+7\d{10}$'),
  password_hash text not null,
  email_confirmed_at timestamptz,
  phone_confirmed_at timestamptz,
  totp_sealed text,
  totp_used_step bigint,
  status text not null default 'active' check (status in ('active', 'blocked')),
  last_login_at timestamptz,
  search text generated always as (email || ' ' || coalesce(phone, '')) stored,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index accounts_email on accounts (email);
create unique index accounts_confirmed_phone on accounts (kind, phone) where phone_confirmed_at is not null;
create index accounts_phone on accounts (phone);
create index accounts_search on accounts using gin (search gin_trgm_ops);

create table recovery_codes (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  unique (account_id, code_hash)
);

create table sessions (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  idle_expires_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  ip text,
  user_agent text
);
create index sessions_account on sessions (account_id) where ended_at is null;

-- A browser in which the owner has signed in before: his own attempts are counted apart from a stranger's.
create table known_devices (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  token_hash bytea not null,
  seen_at timestamptz not null default now(),
  unique (account_id, token_hash)
);

-- People ----------------------------------------------------------------------------------------------------------
create table individuals (
  id bigint generated always as identity primary key,
  account_id bigint unique references accounts (id),
  last_name text collate "ru-x-icu" not null,
  first_name text collate "ru-x-icu" not null,
  middle_name text collate "ru-x-icu",
  birth_date date,
  inn text check (inn ~ '^\d{12}$'),
  snils_sealed text,
  passport_sealed text,
  verification_status text not null default 'unverified' check (verification_status in ('unverified', 'pending', 'verified', 'blocked')),
  search text collate "ru-x-icu" generated always as
    (lower(last_name || ' ' || first_name || ' ' || coalesce(middle_name, '') || ' ' || coalesce(inn, ''))) stored,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
-- A number counts as somebody's only once he is verified: otherwise a stranger could occupy it, or learn that it is taken.
create unique index individuals_inn on individuals (inn) where verification_status = 'verified' and deleted_at is null;
create index individuals_search on individuals using gin (search gin_trgm_ops);
create index individuals_created on individuals (created_at desc, id desc) where deleted_at is null;
create index individuals_name on individuals (last_name, first_name, middle_name, id) where deleted_at is null;
create index individuals_status on individuals (verification_status, created_at desc, id desc) where deleted_at is null;

create table legal_entities (
  id bigint generated always as identity primary key,
  full_name text collate "ru-x-icu" not null,
  short_name text collate "ru-x-icu" not null,
  inn text not null check (inn ~ '^(\d{10}|\d{12})$'),
  kpp text,
  ogrn text check (ogrn ~ '^(\d{13}|\d{15})$'),
  legal_address text,
  phone text,
  email text,
  site text,
  verification_status text not null default 'unverified' check (verification_status in ('unverified', 'pending', 'verified', 'blocked')),
  search text collate "ru-x-icu" generated always as (lower(short_name || ' ' || full_name || ' ' || inn || ' ' || coalesce(ogrn, ''))) stored,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index legal_entities_inn on legal_entities (inn) where verification_status = 'verified' and deleted_at is null;
create index legal_entities_search on legal_entities using gin (search gin_trgm_ops);
create index legal_entities_created on legal_entities (created_at desc, id desc) where deleted_at is null;
create index legal_entities_name on legal_entities (short_name, id) where deleted_at is null;
create index legal_entities_status on legal_entities (verification_status, created_at desc, id desc) where deleted_at is null;

-- Roles are sets of permissions. System ones follow the contract at each start and cannot be edited.
create table roles (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('employee', 'operator')),
  legal_entity_id bigint references legal_entities (id),
  code text not null,
  name text collate "ru-x-icu" not null,
  system boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index roles_code on roles (kind, coalesce(legal_entity_id, 0), code);

create table permissions (
  id bigint generated always as identity primary key,
  code text not null unique,
  group_name text not null,
  name text not null,
  method text not null,
  path text not null,
  employee boolean not null,
  operator boolean not null
);

create table role_permissions (
  role_id bigint not null references roles (id) on delete cascade,
  permission_id bigint not null references permissions (id) on delete cascade,
  primary key (role_id, permission_id)
);

create table employees (
  id bigint generated always as identity primary key,
  account_id bigint not null unique references accounts (id),
  last_name text collate "ru-x-icu" not null,
  first_name text collate "ru-x-icu" not null,
  middle_name text collate "ru-x-icu",
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table memberships (
  id bigint generated always as identity primary key,
  employee_id bigint not null references employees (id),
  legal_entity_id bigint not null references legal_entities (id),
  role_id bigint not null references roles (id),
  position text,
  active boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (employee_id, legal_entity_id)
);
create index memberships_company on memberships (legal_entity_id) where active;
create index memberships_role on memberships (role_id);

create table operators (
  id bigint generated always as identity primary key,
  account_id bigint not null unique references accounts (id),
  last_name text collate "ru-x-icu" not null,
  first_name text collate "ru-x-icu" not null,
  middle_name text collate "ru-x-icu",
  role_id bigint not null references roles (id),
  active boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index operators_role on operators (role_id);

-- Tokens: only their hashes are kept. What a person typed at sign-up waits sealed until the address is confirmed.
create table registration_tokens (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  kind text not null check (kind in ('individual', 'employee')),
  email text not null,
  legal_entity_id bigint references legal_entities (id),
  role_id bigint references roles (id),
  position text,
  payload_sealed text,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  created_by bigint references accounts (id),
  created_at timestamptz not null default now()
);
create index registration_tokens_email on registration_tokens (email, kind);
create index registration_tokens_company on registration_tokens (legal_entity_id, id);

-- A token without an account is written for an unknown address, so that asking takes the same time; it opens nothing.
create table restore_password_tokens (
  id bigint generated always as identity primary key,
  account_id bigint references accounts (id) on delete cascade,
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index restore_password_tokens_account on restore_password_tokens (account_id);

-- Consents: each document is separate and versioned; a given consent points to the very text that was shown.
create table consent_documents (
  id bigint generated always as identity primary key,
  kind text not null,
  version int not null,
  title text not null,
  body text not null,
  sha256 text not null,
  required boolean not null,
  audience text[] not null,
  created_at timestamptz not null default now(),
  unique (kind, version)
);
create table consents (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  document_id bigint not null references consent_documents (id),
  given_at timestamptz not null default now(),
  ip text,
  channel text not null default 'web',
  revoked_at timestamptz
);
create unique index consents_once on consents (account_id, document_id) where revoked_at is null;

-- Letters: a row of the transaction that causes them, delivered by a job afterwards. The contents are sealed, because
-- letters carry links that open accounts.
create table letters (
  id bigint generated always as identity primary key,
  template text not null,
  recipient text not null,
  contents_sealed text not null,
  status text not null default 'queued' check (status in ('queued', 'sending', 'sent', 'failed', 'unknown')),
  attempts int not null default 0,
  problem text,
  provider_id text,
  created_at timestamptz not null default now(),
  sending_at timestamptz,
  sent_at timestamptz
);
create index letters_open on letters (status, id) where status in ('queued', 'sending');

-- Idempotency: the answer given to a key, by account and operation.
create table idempotency_records (
  account_id bigint not null,
  operation text not null,
  key text not null,
  request_hash bytea not null,
  status int not null,
  answer_sealed text,
  created_at timestamptz not null default now(),
  primary key (account_id, operation, key)
);
create index idempotency_records_age on idempotency_records (created_at);

create table rate_limits (
  key text primary key,
  points int not null default 0,
  expire bigint
);

-- Nodes of the system that are alive; a job locked by a silent node is freed.
create table nodes (
  id text primary key,
  seen_at timestamptz not null default now()
);

select audited(name) from unnest(array[
  'accounts', 'recovery_codes', 'sessions', 'individuals', 'legal_entities', 'roles', 'role_permissions',
  'employees', 'memberships', 'operators', 'registration_tokens', 'restore_password_tokens', 'consents'
]) as name;
