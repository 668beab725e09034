-- Payments that are taken by themselves (docs/decisions/0180): what was bound at the partner for an agreement, and each attempt.
create table autopayments (
  id bigint generated always as identity primary key,
  settlement_id bigint not null references settlements (id),
  individual_id bigint not null references individuals (id),
  channel text not null check (channel in ('card', 'sbp')),
  status text not null default 'created' check (status in ('created', 'on', 'off', 'failed')),
  -- Under this key the partner knows the binding from the first word on; his own name of it is all that a charge needs.
  partner_key uuid not null unique default gen_random_uuid(),
  -- One card may be bound for several agreements under one name.
  partner_id text,
  bind_url text,
  mask text,
  reason text,
  -- Since when it takes: payments whose day had come by then are not taken.
  bound_at timestamptz,
  asked_at timestamptz,
  partner_silent boolean not null default false,
  -- Since when the partner takes nothing by it any more; since when he says that he knows of none, which may be said by what stands before him.
  released_at timestamptz,
  absent_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (status <> 'on' or (bound_at is not null and partner_id is not null))
);
create unique index autopayments_open on autopayments (settlement_id) where status in ('created', 'on');
create index autopayments_settlement on autopayments (settlement_id, id);
create index autopayments_individual on autopayments (individual_id, id);
create index autopayments_partner on autopayments (partner_id) where status in ('created', 'on');
create index autopayments_on on autopayments (id) where status = 'on';
create index autopayments_unreleased on autopayments (id) where status <> 'on' and released_at is null;

create table autopayment_attempts (
  id bigint generated always as identity primary key,
  autopayment_id bigint not null references autopayments (id),
  settlement_id bigint not null references settlements (id),
  -- Of which day's payment it is, and on which day it is made.
  due_date date not null,
  attempt smallint not null check (attempt between 1 and 3),
  day date not null,
  status text not null default 'planned' check (status in ('planned', 'sent', 'succeeded', 'failed', 'skipped')),
  reason text,
  payment_id bigint unique references payments (id),
  -- When its debtor was told of it beforehand, and of which sum: more is not taken; since when the partner may have heard of it.
  announced_at timestamptz,
  announced_amount bigint check (announced_amount > 0),
  sent_at timestamptz,
  -- Its payer has cancelled it: no other attempt of that payment follows.
  is_last boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Nothing is taken twice, whoever plans it and whatever was switched on meanwhile.
  unique (settlement_id, due_date, attempt),
  check (status in ('planned', 'skipped') or payment_id is not null),
  check ((announced_at is null) = (announced_amount is null))
);
create index autopayment_attempts_autopayment on autopayment_attempts (autopayment_id, id);
create index autopayment_attempts_planned on autopayment_attempts (day, id) where status = 'planned';
create index autopayment_attempts_sent on autopayment_attempts (id) where status = 'sent';

alter table partner_messages add column autopayment_id bigint references autopayments (id);

select audited(name) from unnest(array['autopayments', 'autopayment_attempts']) as name;
