-- Creditors' money goes out to them (docs/decisions/0165): when each is paid out, what was ordered of the partner, and what came back.
create table payout_rules (
  id bigint generated always as identity primary key,
  legal_entity_id bigint not null unique references legal_entities (id),
  every text not null check (every in ('day', 'week', 'month')),
  -- Less than this waits; kopecks.
  least bigint not null check (least between 100 and 100000000),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create sequence payout_numbers;
create table payouts (
  id bigint generated always as identity primary key,
  number text not null unique
    default 'В-' || to_char(now() at time zone 'Europe/Moscow', 'YYYY') || '-' || lpad(nextval('payout_numbers')::text, 6, '0'),
  legal_entity_id bigint not null references legal_entities (id),
  amount bigint not null check (amount > 0),
  -- Where it goes: the details as they were, and how people know them again. Details changed since are not paid to.
  payment_detail_id bigint not null references payment_details (id),
  detail_version int not null,
  bank_name text not null,
  account text not null,
  status text not null
    check (status in ('waiting', 'created', 'processing', 'succeeded', 'failed', 'returned', 'cancelled')),
  -- Who has made it by hand; null when the close of a day did.
  made_by bigint references accounts (id),
  -- Under this key the partner knows the payout from the first word on: said twice, it is still one.
  partner_key uuid not null unique default gen_random_uuid(),
  partner_id text unique,
  -- Since when the partner may have heard of it, whatever he says: from then on only his word ends it, or two persons.
  sent_at timestamptz,
  asked_at timestamptz,
  partner_silent boolean not null default false,
  -- Since when his answers contradict what we know, so that people are told once.
  contradicted_at timestamptz,
  fail_reason text,
  -- Whether it was the account that did not take the money: nothing goes there by itself then.
  account_refused boolean not null default false,
  -- The day on which it went although it had failed and its money was gone: an expense of ours.
  expensed_on date,
  value_date date,
  succeeded_at timestamptz,
  reconciled_at timestamptz,
  reconciled_line text,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((status in ('succeeded', 'returned')) = (succeeded_at is not null)),
  check ((value_date is null) = (succeeded_at is null))
);
-- Of a creditor one payout is under way: the next one counts with what it leaves.
create unique index payouts_open on payouts (legal_entity_id) where status in ('waiting', 'created', 'processing');
create index payouts_legal_entity on payouts (legal_entity_id, id);
create index payouts_detail on payouts (payment_detail_id, id);
create index payouts_day on payouts (value_date) where reconciled_at is null;
create index payouts_status on payouts (status, id);
create index payouts_unanswered on payouts (coalesce(asked_at, created_at)) where status in ('created', 'processing');

-- Money that a creditor's bank has sent back: a movement of its own.
create table payout_returns (
  id bigint generated always as identity primary key,
  payout_id bigint not null unique references payouts (id),
  partner_key uuid not null unique,
  amount bigint not null check (amount > 0),
  value_date date not null,
  returned_at timestamptz not null,
  reconciled_at timestamptz,
  reconciled_line text,
  created_at timestamptz not null default now()
);
create index payout_returns_day on payout_returns (value_date) where reconciled_at is null;

alter table partner_messages add column payout_id bigint references payouts (id);
alter table differences add column payout_id bigint references payouts (id);

select audited(name) from unnest(array['payout_rules', 'payouts', 'payout_returns']) as name;
