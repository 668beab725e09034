-- Money that goes back to whoever paid: what two persons have decided, what the partner says, which rows are open again.

create table refunds (
  id bigint generated always as identity primary key,
  payment_id bigint not null references payments (id),
  settlement_id bigint not null references settlements (id),
  -- What goes back of the payment, and of it what no debt had taken; kopecks.
  amount bigint not null check (amount > 0),
  overpaid bigint not null check (overpaid between 0 and amount),
  -- What of the platform's fee is reversed.
  fee_amount bigint not null default 0 check (fee_amount >= 0),
  fee_vat bigint not null default 0 check (fee_vat between 0 and fee_amount),
  -- What the payer gets: a fee that he paid on top comes back too.
  returned bigint not null check (returned between amount and amount + fee_amount),
  reason text not null,
  status text not null default 'created' check (status in ('created', 'processing', 'succeeded', 'failed')),
  -- Under this key the partner knows the refund from the first word on: said twice, it is still one.
  partner_key uuid not null unique default gen_random_uuid(),
  partner_id text unique,
  asked_at timestamptz,
  partner_silent boolean not null default false,
  value_date date,
  succeeded_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((status = 'succeeded') = (succeeded_at is not null)),
  check ((value_date is null) = (succeeded_at is null))
);
-- Of a payment one refund is under way: the next one counts with what it leaves.
create unique index refunds_open on refunds (payment_id) where status in ('created', 'processing');
create index refunds_payment on refunds (payment_id, id);
create index refunds_settlement on refunds (settlement_id, id);
create index refunds_unanswered on refunds (coalesce(asked_at, created_at)) where status in ('created', 'processing');

-- Which rows of the schedule lost what.
create table refund_allocations (
  id bigint generated always as identity primary key,
  refund_id bigint not null references refunds (id),
  no int not null,
  principal bigint not null check (principal >= 0),
  interest bigint not null check (interest >= 0),
  created_at timestamptz not null default now(),
  check (principal + interest > 0)
);
create index refund_allocations_refund on refund_allocations (refund_id);
create trigger append_only before update or delete or truncate on refund_allocations for each statement execute function refuse_change();

alter table partner_messages add column refund_id bigint references refunds (id);

select audited(name) from unnest(array['refunds', 'refund_allocations']) as name;
