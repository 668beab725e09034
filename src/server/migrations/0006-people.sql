-- Copies of permissions, everybody who has edited what is being verified, one-time codes.

-- A permission of the contract is copied, not changed; a copy carries the same code and lets do the same.
alter table permissions
  add column system boolean not null default true,
  add column version int not null default 1,
  add column created_at timestamptz not null default now(),
  add column updated_at timestamptz not null default now();
alter table permissions drop constraint permissions_code_key;
create unique index permissions_code on permissions (code) where system;
create index role_permissions_permission on role_permissions (permission_id);
select audited('permissions');

-- Whoever has changed the data since they were last verified: none of them may verify them.
alter table individuals add column editors bigint[] not null default '{}';
alter table legal_entities add column editors bigint[] not null default '{}';
update individuals set editors = array[edited_by] where edited_by is not null;
update legal_entities set editors = array[edited_by] where edited_by is not null;
alter table individuals drop column edited_by;
alter table legal_entities drop column edited_by;

-- One-time codes: of each purpose of an account the last one counts, and works once.
create table one_time_codes (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  purpose text not null,
  subject_sealed text not null,
  code_hash text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index one_time_codes_account on one_time_codes (account_id, purpose, id);
select audited('one_time_codes');

-- Lists of accounts and employees.
create index accounts_created on accounts (created_at desc, id desc);
create index accounts_last_login on accounts ((coalesce(last_login_at, '-infinity')), id);
create index employees_name on employees (last_name, first_name, id);
create index employees_created on employees (created_at desc, id desc);
