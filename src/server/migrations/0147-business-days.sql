-- Business days, each closed by sub-jobs and sealed into a chain (docs/decisions/0160). One of them is not sealed: the open one.
create table business_days (
  id bigint generated always as identity primary key,
  day date not null unique,
  status text not null default 'open' check (status in ('open', 'closing', 'stopped', 'sealed')),
  started_at timestamptz,
  -- Who has asked for its close; null when the clock did.
  started_by bigint references accounts (id),
  -- Why it could not be sealed the last time.
  obstacles text[] not null default '{}',
  sealed_at timestamptz,
  -- Who has sealed it against the obstacles, and why.
  overridden_by bigint references accounts (id),
  override_reason text check (length(override_reason) between 1 and 500),
  hash bytea check (length(hash) = 32),
  -- How many ledger entries the seal covers, up to which one, and where the chain of the audit was.
  entries bigint not null default 0,
  last_entry bigint not null default 0,
  audit_seq bigint not null default 0,
  audit_id bigint,
  audit_seal bytea,
  audit_settled bigint not null default 0,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((status = 'sealed') = (hash is not null) and (status = 'sealed') = (sealed_at is not null)),
  check ((overridden_by is null) = (override_reason is null))
);
create unique index business_days_open on business_days ((true)) where status <> 'sealed';

-- What is sealed stays as it is, whoever asks.
create function keep_sealed_day() returns trigger language plpgsql as $$
begin
  if old.status = 'sealed' then
    raise exception 'a sealed day does not change' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger keeps_seal before update on business_days for each row execute function keep_sealed_day();
create function refuse_day_removed() returns trigger language plpgsql as $$
begin
  raise exception 'a business day is never taken away' using errcode = 'insufficient_privilege';
end $$;
create trigger stays before delete or truncate on business_days for each statement execute function refuse_day_removed();
select audited('business_days');
insert into business_days (day) values ((now() at time zone 'Europe/Moscow')::date);

-- What each sub-job did for a day, and how far it has come.
create table sub_job_results (
  id bigint generated always as identity primary key,
  business_day_id bigint not null references business_days (id),
  sub text not null,
  status text not null check (status in ('running', 'done', 'failed')),
  -- The place of the module's part, the table of its objects and the object behind which it goes on.
  part int not null default 0,
  object_type text,
  reached bigint not null default 0,
  processed bigint not null default 0,
  -- The most that a pass before this one has processed: done anew, it finds little left.
  processed_before bigint not null default 0,
  changed bigint not null default 0,
  failed bigint not null default 0,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  unique (business_day_id, sub)
);

-- What could not be done of one object, until it is. Object 0 is the sub-job as a whole.
create table sub_job_errors (
  id bigint generated always as identity primary key,
  business_day_id bigint not null references business_days (id),
  sub text not null,
  part int not null,
  object_type text,
  object_id bigint not null default 0,
  cause text not null,
  incident text,
  attempts int not null default 1,
  at timestamptz not null default now(),
  resolved_at timestamptz,
  unique (business_day_id, sub, part, object_id)
);
create index sub_job_errors_open on sub_job_errors (id) where resolved_at is null;

-- Who leads the close; anybody may take it over two minutes after he was last heard of.
create table close_lease (
  id int primary key check (id = 1),
  holder text not null,
  taken_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
