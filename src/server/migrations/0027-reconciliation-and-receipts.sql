-- The partner's statement of each day beside our own records, and what does not agree, until somebody has decided it.
-- Receipts: a payment has one that is in force.

alter table refunds add column reconciled_at timestamptz;

-- Each time somebody has compared a day; the last one of a day counts.
create table reconciliations (
  id bigint generated always as identity primary key,
  day date not null,
  account_id bigint references accounts (id),
  -- By the statement: how many movements, and the balance at the end of the day; ours beside it, kopecks.
  movements int not null check (movements >= 0),
  matched int not null check (matched between 0 and movements),
  differences int not null check (differences >= 0),
  closing bigint not null,
  own_closing bigint not null,
  created_at timestamptz not null default now()
);
create index reconciliations_day on reconciliations (day desc, id desc);
create trigger append_only before update or delete or truncate on reconciliations for each statement execute function refuse_change();

create table differences (
  id bigint generated always as identity primary key,
  -- What it is about: a movement of the statement, or a payment or refund of ours. It is told of once.
  reference text not null unique,
  day date not null,
  kind text not null check (kind in ('missing_here', 'missing_there', 'other_sum', 'other_status', 'repeated')),
  -- The movement as the statement has it; of a transfer nobody has asked for its purpose is all there is.
  statement_id text,
  movement text check (movement in ('payment', 'refund', 'transfer', 'commission', 'payout')),
  purpose text,
  at timestamptz,
  payment_id bigint references payments (id),
  refund_id bigint references refunds (id),
  -- Kopecks, below zero when money left; null where a side has nothing.
  theirs bigint,
  ours bigint,
  status text not null default 'open' check (status in ('open', 'decided', 'cleared')),
  decision text check (decision in ('assign', 'unmatched', 'commission', 'ask', 'other_day', 'partner_error', 'explained')),
  comment text,
  decided_by bigint references accounts (id),
  decided_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (num_nonnulls(theirs, ours) > 0),
  check ((status = 'decided') = (decision is not null))
);
create index differences_queue on differences (status, day desc, id desc);
create index differences_day on differences (day desc, id desc);

alter table issued_documents drop constraint issued_documents_kind_check,
  add constraint issued_documents_kind_check check (kind in ('agreement', 'signing_protocol', 'certificate', 'receipt')),
  drop constraint issued_documents_agreement_id_kind_key,
  add column payment_id bigint references payments (id),
  add constraint issued_documents_of_payment check ((kind = 'receipt') = (payment_id is not null));
create unique index issued_documents_of_agreement on issued_documents (agreement_id, kind) where payment_id is null;
create unique index issued_documents_receipt on issued_documents (payment_id) where status = 'issued';

select audited(name) from unnest(array['reconciliations', 'differences']) as name;
