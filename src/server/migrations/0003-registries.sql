-- Registries: files of creditors, their dry run, the claims that they become, and what debtors say to them.
-- Built for ten million entries: tables that a load fills by the thousand are not audited row by row (decision 0003);
-- their history stands in versions and moves, and the load itself is audited as the row of its registry.

-- A file in the storage; the name in the storage is ours, the owner's name is only shown.
create table stored_files (
  id bigint generated always as identity primary key,
  key text not null unique,
  name text not null,
  size bigint not null,
  kind text not null check (kind in ('zip', 'text')),
  sha256 text not null,
  created_by bigint references accounts (id),
  created_at timestamptz not null default now()
);

-- A registry of either kind. `run` is the number of the latest attempt to read it: an older attempt that still lives
-- somewhere finds its number gone and writes nothing more.
create table registries (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('full', 'simple')),
  legal_entity_id bigint not null references legal_entities (id),
  number int not null,
  name text collate "ru-x-icu",
  file_id bigint not null references stored_files (id),
  as_of_date date not null,
  basis text not null check (basis in ('original', 'cession', 'agent')),
  basis_number text,
  basis_date date,
  replaces_id bigint references registries (id),
  status text not null default 'uploaded'
    check (status in ('uploaded', 'validating', 'ready', 'loaded', 'loaded_with_errors', 'failed', 'withdrawn')),
  run int not null default 0,
  phase text check (phase in ('waiting', 'reading', 'comparing', 'loading')),
  rows_read int not null default 0,
  bytes_read bigint not null default 0,
  failure text,
  headers jsonb not null default '[]',
  notes jsonb not null default '[]',
  mapped boolean not null default false,
  counts jsonb not null default '{}',
  absent int,
  load_requested_at timestamptz,
  withdraw_absent boolean not null default false,
  loaded_at timestamptz,
  created_by bigint references accounts (id),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (legal_entity_id, kind, number)
);
create index registries_company on registries (legal_entity_id, kind, created_at desc, id desc);
create index registries_created on registries (kind, created_at desc, id desc);
create index registries_as_of on registries (kind, as_of_date desc, id desc);
create index registries_open on registries (id) where status in ('uploaded', 'validating') or load_requested_at is not null;

-- How a company's headings are to be understood.
create table registry_mappings (
  legal_entity_id bigint not null references legal_entities (id),
  kind text not null check (kind in ('full', 'simple')),
  mapping jsonb not null,
  updated_by bigint references accounts (id),
  updated_at timestamptz not null default now(),
  primary key (legal_entity_id, kind)
);

-- The claims. An entry belongs to the registry that brought it last.
create table registry_entries (
  id bigint generated always as identity primary key,
  legal_entity_id bigint not null references legal_entities (id),
  registry_id bigint not null references registries (id),
  individual_id bigint references individuals (id),
  status text not null default 'search' check (status in
    ('search', 'notification_sent', 'accepted_by_individual', 'rejected_by_individual', 'full_registry_created')),
  debtor_inn text not null,
  last_name text collate "ru-x-icu" not null,
  first_name text collate "ru-x-icu" not null,
  middle_name text collate "ru-x-icu",
  birth_date date not null,
  phone text not null,
  email text,
  tz text not null default 'Europe/Moscow',
  -- Passport, СНИЛС, second phone, address.
  person_sealed text,
  contact_flag text not null default 'allowed',
  contract_number text not null,
  contract_date date not null,
  contract_kind text not null,
  issued_amount bigint,
  rate int,
  contract_end date,
  overdue_from date not null,
  principal bigint not null,
  interest bigint not null,
  interest_overdue bigint not null,
  penalty bigint not null,
  fee bigint not null,
  court_cost bigint not null,
  total bigint not null,
  as_of date not null,
  min_amount bigint,
  max_payments int,
  stage text not null,
  case_no text,
  court text,
  basis text not null,
  cedent_name text,
  cedent_inn text,
  cession_ref text,
  cession_notice date,
  external_id text,
  comment text,
  content_hash bytea not null,
  search text collate "ru-x-icu" generated always as (lower(
    last_name || ' ' || first_name || ' ' || coalesce(middle_name, '') || ' ' || debtor_inn || ' ' || contract_number)) stored,
  -- The same contract stands in another creditor's registry too.
  contested boolean not null default false,
  frozen_at timestamptz,
  withdrawn_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint registry_entries_sum check (
    total = principal + interest + interest_overdue + penalty + fee + court_cost and total > 0
    and least(principal, interest, interest_overdue, penalty, fee, court_cost) >= 0)
);
create unique index registry_entries_claim on registry_entries (legal_entity_id, contract_number, contract_date, debtor_inn)
  where withdrawn_at is null;
create unique index registry_entries_external on registry_entries (legal_entity_id, external_id)
  where withdrawn_at is null and external_id is not null;
create index registry_entries_debtor on registry_entries (debtor_inn, contract_number);
create index registry_entries_individual on registry_entries (individual_id, id desc) where individual_id is not null;
create index registry_entries_registry on registry_entries (registry_id, id desc);
create index registry_entries_company on registry_entries (legal_entity_id, id desc) where withdrawn_at is null;
create index registry_entries_status on registry_entries (legal_entity_id, status, id desc) where withdrawn_at is null;
create index registry_entries_total on registry_entries (legal_entity_id, total, id) where withdrawn_at is null;
create index registry_entries_overdue on registry_entries (legal_entity_id, overdue_from, id) where withdrawn_at is null;
create index registry_entries_name on registry_entries (legal_entity_id, last_name, first_name, id) where withdrawn_at is null;
create index registry_entries_all_status on registry_entries (status, id desc) where withdrawn_at is null;
create index registry_entries_all_total on registry_entries (total, id) where withdrawn_at is null;
create index registry_entries_all_overdue on registry_entries (overdue_from, id) where withdrawn_at is null;
create index registry_entries_search on registry_entries using gin (search gin_trgm_ops);

-- What an entry was before a load changed it; the entry itself is its latest version.
create table registry_entry_versions (
  entry_id bigint not null references registry_entries (id),
  version int not null,
  registry_id bigint not null references registries (id),
  content jsonb not null,
  person_sealed text,
  created_at timestamptz not null,
  replaced_at timestamptz not null default now(),
  primary key (entry_id, version)
);

-- Which entries stood in which file, and in which version: the snapshot of a load.
create table registry_snapshots (
  registry_id bigint not null references registries (id),
  entry_id bigint not null,
  row_no int not null,
  version int not null,
  verdict text not null,
  primary key (registry_id, entry_id)
);

create table simple_registry_entries (
  id bigint generated always as identity primary key,
  legal_entity_id bigint not null references legal_entities (id),
  registry_id bigint not null references registries (id),
  individual_id bigint references individuals (id),
  status text not null default 'search' check (status in
    ('search', 'notification_sent', 'accepted_by_individual', 'rejected_by_individual', 'full_registry_created')),
  debtor_inn text not null,
  last_name text collate "ru-x-icu" not null,
  first_name text collate "ru-x-icu" not null,
  middle_name text collate "ru-x-icu",
  birth_date date,
  phone text not null,
  email text,
  tz text not null default 'Europe/Moscow',
  contact_flag text not null default 'allowed',
  contract_number text,
  approx_amount bigint check (approx_amount > 0),
  overdue_from date,
  contract_kind text,
  external_id text,
  comment text,
  content_hash bytea not null,
  search text collate "ru-x-icu" generated always as (lower(
    last_name || ' ' || first_name || ' ' || coalesce(middle_name, '') || ' ' || debtor_inn || ' ' || coalesce(contract_number, ''))) stored,
  notified_at timestamptz,
  notification_channel text,
  accepted_at timestamptz,
  decision_at timestamptz,
  reject_reason text check (reject_reason in ('not_mine', 'paid', 'wrong_amount', 'other')),
  reject_comment text,
  full_entry_id bigint references registry_entries (id),
  withdrawn_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index simple_entries_claim on simple_registry_entries (legal_entity_id, debtor_inn, coalesce(contract_number, '—'))
  where withdrawn_at is null;
create unique index simple_entries_external on simple_registry_entries (legal_entity_id, external_id)
  where withdrawn_at is null and external_id is not null;
create index simple_entries_debtor on simple_registry_entries (debtor_inn);
create index simple_entries_individual on simple_registry_entries (individual_id, id desc) where individual_id is not null;
create index simple_entries_registry on simple_registry_entries (registry_id, id desc);
create index simple_entries_accepted on simple_registry_entries (legal_entity_id, decision_at desc, id desc)
  where accepted_at is not null and withdrawn_at is null;
create index simple_entries_full on simple_registry_entries (full_entry_id) where full_entry_id is not null;

-- The dry run: one row for each row of the file. What a row says stands in `content` as the entry would hold it;
-- the cells as they were written are kept, sealed, for the rows that somebody may correct. Registries are never deleted,
-- so the tables of the dry run point to them without a key that would be checked for every row.
create table registry_rows (
  registry_id bigint not null,
  row_no int not null,
  broken boolean not null,
  warned boolean not null,
  debtor_inn text,
  contract_number text,
  contract_date date,
  external_id text,
  content_hash bytea,
  content jsonb not null,
  person_sealed text,
  cells_sealed text,
  primary key (registry_id, row_no)
);

-- What each row would do, found by comparing with the entries that are there. Apart from the rows, because it is made
-- anew at every comparison and the rows are wide.
create table registry_verdicts (
  registry_id bigint not null,
  row_no int not null,
  verdict text not null check (verdict in ('new', 'updated', 'unchanged', 'duplicate', 'conflict', 'error')),
  entry_id bigint,
  primary key (registry_id, row_no)
);
create index registry_verdicts_verdict on registry_verdicts (registry_id, verdict, row_no);
create index registry_verdicts_entry on registry_verdicts (registry_id, entry_id) where entry_id is not null;

create table registry_problems (
  id bigint generated always as identity primary key,
  registry_id bigint not null,
  row_no int not null,
  -- What the file says is wrong by itself, what the database adds is found anew at each comparison.
  found_in text not null check (found_in in ('file', 'database')),
  column_code text,
  severity text not null check (severity in ('error', 'warning')),
  code text not null,
  message text not null,
  value text
);
create index registry_problems_row on registry_problems (registry_id, row_no, id);
create index registry_problems_code on registry_problems (registry_id, code, row_no);

-- How the debtor learns of an entry: what he sees inside, and what the contact law lets be planned outside.
create table entry_notices (
  id bigint generated always as identity primary key,
  entry_id bigint references registry_entries (id),
  simple_entry_id bigint references simple_registry_entries (id),
  individual_id bigint not null references individuals (id),
  legal_entity_id bigint not null references legal_entities (id),
  channel text not null check (channel in ('inside', 'sms', 'email')),
  status text not null check (status in ('shown', 'planned', 'refused')),
  reason text,
  planned_at timestamptz,
  created_at timestamptz not null default now(),
  check (num_nonnulls(entry_id, simple_entry_id) = 1)
);
create index entry_notices_pair on entry_notices (individual_id, legal_entity_id, created_at);
create index entry_notices_entry on entry_notices (entry_id) where entry_id is not null;
create index entry_notices_simple on entry_notices (simple_entry_id) where simple_entry_id is not null;

-- System messages about a registry, and how far each person has read them.
create table registry_messages (
  id bigint generated always as identity primary key,
  registry_id bigint not null references registries (id),
  kind text not null,
  details jsonb not null default '{}',
  entry_id bigint,
  created_at timestamptz not null default now()
);
create index registry_messages_registry on registry_messages (registry_id, id desc);
create table registry_reads (
  registry_id bigint not null references registries (id),
  account_id bigint not null references accounts (id),
  message_id bigint not null,
  primary key (registry_id, account_id)
);

-- How many entries a registry has in each status, kept by the statements that change them. Rows are only added, so
-- that nobody waits for anybody; a job folds them now and then.
create table entry_tallies (
  id bigint generated always as identity primary key,
  kind text not null,
  legal_entity_id bigint not null,
  registry_id bigint not null,
  -- The status of an entry, or `withdrawn`.
  status text not null,
  entries bigint not null,
  matched bigint not null,
  amount bigint not null
);
create index entry_tallies_company on entry_tallies (kind, legal_entity_id, status) include (entries);
create index entry_tallies_registry on entry_tallies (registry_id) include (status, entries, matched, amount);

create function tally_entries() returns trigger language plpgsql as $$
declare
  kind text := tg_argv[0];
  sum_of text := tg_argv[1];
  side text := 'select legal_entity_id, registry_id, case when withdrawn_at is null then status else ''withdrawn'' end as status,
    individual_id is not null as matched, case when withdrawn_at is null then coalesce(%1$s, 0) else 0 end as amount, %2$s as sign from %3$s';
  source text := case tg_op
    when 'INSERT' then format(side, sum_of, 1, 'fresh')
    when 'DELETE' then format(side, sum_of, -1, 'former')
    else format(side, sum_of, 1, 'fresh') || ' union all ' || format(side, sum_of, -1, 'former') end;
begin
  execute format('insert into entry_tallies (kind, legal_entity_id, registry_id, status, entries, matched, amount)
    select %L, legal_entity_id, registry_id, status, sum(sign), coalesce(sum(sign) filter (where matched), 0), sum(sign * amount)
    from (select legal_entity_id, registry_id, status, matched, amount, sign::bigint from (%s) sides) counted
    group by 2, 3, 4
    having sum(sign) <> 0 or sum(sign * amount) <> 0 or coalesce(sum(sign) filter (where matched), 0) <> 0', kind, source);
  return null;
end $$;

create function tallied(name text, kind text, sum_of text) returns void language plpgsql as $$
begin
  execute format('create trigger tally_insert after insert on %I referencing new table as fresh
    for each statement execute function tally_entries(%L, %L)', name, kind, sum_of);
  execute format('create trigger tally_update after update on %I referencing old table as former new table as fresh
    for each statement execute function tally_entries(%L, %L)', name, kind, sum_of);
  execute format('create trigger tally_delete after delete on %I referencing old table as former
    for each statement execute function tally_entries(%L, %L)', name, kind, sum_of);
end $$;

select tallied('registry_entries', 'full', 'total');
select tallied('simple_registry_entries', 'simple', 'approx_amount');

-- What a person does to an entry is audited; what a load does to thousands is audited as the load.
create function audited_by_hand(name text) returns void language plpgsql as $$
begin
  execute format('create trigger audit after update on %I for each row
    when (current_setting(''ugovor.bulk'', true) is distinct from ''on'') execute function write_audit()', name);
end $$;
select audited_by_hand(name) from unnest(array['registry_entries', 'simple_registry_entries']) as name;

-- The progress of a registry is no news: only its status, its counts and what people wrote are.
create trigger audit_insert after insert or delete on registries for each row execute function write_audit();
create trigger audit_update after update on registries for each row
  when (old.status is distinct from new.status or old.load_requested_at is distinct from new.load_requested_at)
  execute function write_audit();
select audited(name) from unnest(array['stored_files', 'registry_mappings']) as name;
