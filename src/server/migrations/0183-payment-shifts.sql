-- One payment may be shifted by a week once in so many, by a notice of the debtor alone: what offers and agreements say of it, and what has been
-- shifted (docs/decisions/0181). Null is of those that give no such right, all from before among them.
alter table settlements add column shift_every smallint check (shift_every between 2 and 60);
alter table terms_offers add column shift_every smallint check (shift_every between 2 and 60);

create table payment_shifts (
  id bigint generated always as identity primary key,
  settlement_id bigint not null references settlements (id),
  -- The terms whose schedule it changes: a new schedule has shifts of its own.
  offer_id bigint not null references terms_offers (id),
  no int not null,
  from_date date not null,
  to_date date not null check (to_date > from_date),
  document_id bigint not null unique references issued_documents (id),
  -- How its debtor has signed the notice: by which code, in which session, from where, and what.
  account_id bigint not null references accounts (id),
  code_id bigint references one_time_codes (id) on delete set null,
  session_id bigint references sessions (id) on delete set null,
  ip text not null,
  user_agent text not null,
  terms_hash text not null,
  signed_at timestamptz not null default now(),
  unique (offer_id, no)
);
create index payment_shifts_settlement on payment_shifts (settlement_id, id);
create index payment_shifts_account on payment_shifts (account_id);
select audited('payment_shifts');

-- What reads the whole table comes in 0184.
alter table issued_documents drop constraint issued_documents_kind_check,
  add constraint issued_documents_kind_check
    check (kind in ('agreement', 'signing_protocol', 'certificate', 'receipt', 'addendum', 'annulment', 'breach_notice',
      'termination_notice', 'restoration_notice', 'requisites_notice', 'statement', 'assignment_notice', 'shift_notice')) not valid;
