-- What the system notices of attempts to get past its rules. Events of one kind from one source in one minute are one row.

create table security_events (
  id bigint generated always as identity primary key,
  minute timestamptz not null,
  last_at timestamptz not null default now(),
  kind text not null,
  operation text,
  network text,
  account_id bigint references accounts (id),
  login_mark text,
  times int not null check (times > 0)
);
-- Rows without a login or an account are one as well.
create unique index security_events_source on security_events (minute, kind, operation, network, account_id, login_mark) nulls not distinct;
create index security_events_kind on security_events (kind, id);
create index security_events_account on security_events (account_id, id) where account_id is not null;
create index security_events_login on security_events (login_mark, id) where login_mark is not null;

-- Of which kind administrators have been told, and in which quarter of an hour: of several nodes one tells them.
create table security_alerts (
  kind text not null,
  since timestamptz not null,
  primary key (kind, since)
);
