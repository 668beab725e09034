-- Payments through the partner: what was asked, what the partner says, what came of it in the schedule and the ledger.

-- How well the partner knows a person: it decides how much he may pay at once (115-ФЗ).
alter table individuals
  add column identification_level text not null default 'none' check (identification_level in ('none', 'simplified', 'full'));

create sequence payment_numbers;
create table payments (
  id bigint generated always as identity primary key,
  number text not null unique
    default 'П-' || to_char(now() at time zone 'Europe/Moscow', 'YYYY') || '-' || lpad(nextval('payment_numbers')::text, 6, '0'),
  settlement_id bigint not null references settlements (id),
  individual_id bigint not null references individuals (id),
  legal_entity_id bigint not null references legal_entities (id),
  payer_account_id bigint references accounts (id),
  channel text not null check (channel in ('sbp', 'card', 'bank_transfer', 'outside')),
  -- What goes to the debt, and what the payer pays the platform on top of it; kopecks.
  amount bigint not null check (amount > 0),
  fee_amount bigint not null default 0 check (fee_amount >= 0),
  fee_vat bigint not null default 0 check (fee_vat between 0 and fee_amount),
  status text not null default 'created'
    check (status in ('created', 'processing', 'succeeded', 'failed', 'cancelled', 'partially_refunded', 'refunded')),
  -- Under this key the partner knows the payment from the first word on: said twice, it is still one.
  partner_key uuid not null unique default gen_random_uuid(),
  partner_id text unique,
  pay_url text,
  -- When the partner was asked last, and whether he did not answer then.
  asked_at timestamptz,
  partner_silent boolean not null default false,
  fail_reason text,
  -- The business day on which the money counts, and when we learned of it.
  value_date date,
  succeeded_at timestamptz,
  overpaid bigint not null default 0 check (overpaid between 0 and amount),
  refunded_amount bigint not null default 0 check (refunded_amount between 0 and amount),
  reconciled_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((value_date is null) = (succeeded_at is null)),
  check (status not in ('succeeded', 'partially_refunded', 'refunded') or succeeded_at is not null)
);
-- Whoever pays twice at once pays one payment.
create unique index payments_open on payments (settlement_id) where status in ('created', 'processing');
create index payments_settlement on payments (settlement_id, id desc);
create index payments_individual on payments (individual_id, id desc);
create index payments_company on payments (legal_entity_id, id desc);
create index payments_status on payments (status, id desc);
create index payments_unanswered on payments (coalesce(asked_at, created_at)) where status in ('created', 'processing');

-- How a payment was taken: by rows of the schedule; `no` is null for the penalty.
create table payment_allocations (
  id bigint generated always as identity primary key,
  payment_id bigint not null references payments (id),
  settlement_id bigint not null references settlements (id),
  no int,
  principal bigint not null default 0 check (principal >= 0),
  interest bigint not null default 0 check (interest >= 0),
  penalty bigint not null default 0 check (penalty >= 0),
  created_at timestamptz not null default now(),
  check (principal + interest + penalty > 0)
);
create index payment_allocations_payment on payment_allocations (payment_id);
create index payment_allocations_settlement on payment_allocations (settlement_id, id);
create trigger append_only before update or delete or truncate on payment_allocations for each statement execute function refuse_change();

-- What the partner has told us by itself, each message once.
create table partner_messages (
  id text primary key,
  type text not null,
  payment_id bigint references payments (id),
  received_at timestamptz not null default now()
);
create index partner_messages_payment on partner_messages (payment_id);
create trigger append_only before update or delete or truncate on partner_messages for each statement execute function refuse_change();

alter table ledger_entries add column payment_id bigint references payments (id);
create index ledger_entries_payment on ledger_entries (payment_id) where payment_id is not null;

-- What has been paid of the agreed sum, and what of the fee has been charged; both grow with each payment.
alter table settlements
  add column paid_amount bigint not null default 0 check (paid_amount >= 0),
  add column fee_charged bigint not null default 0 check (fee_charged >= 0),
  add column fee_vat_charged bigint not null default 0 check (fee_vat_charged >= 0),
  add column paid_on date;

select audited(name) from unnest(array['payments', 'payment_allocations']) as name;
