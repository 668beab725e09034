-- The platform's fee is invoiced by the month (docs/decisions/0169).

-- What papers say of who issues them, beside his name: one row for each company that has ever issued.
create table invoice_issuers (
  id bigint generated always as identity primary key,
  platform_id bigint not null unique references operating_companies (id),
  kpp text check (kpp ~ '^\d{4}[\dA-Z]{2}\d{3}$'),
  bank_name text not null,
  bik text not null,
  corr_account text not null,
  account text not null,
  head_name text not null,
  head_position text not null,
  accountant_name text,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
select audited('invoice_issuers');

-- How far the numbers of papers have come. The row is locked by whoever takes the next one until he commits, so there are no gaps.
create table paper_numbers (
  id bigint generated always as identity primary key,
  issuer_id bigint not null references invoice_issuers (id),
  kind text not null check (kind in ('invoice', 'correction')),
  year int not null check (year between 2020 and 2200),
  last int not null check (last >= 1),
  unique (issuer_id, kind, year)
);

create table invoices (
  id bigint generated always as identity primary key,
  number text not null unique,
  issuer_id bigint not null references invoice_issuers (id),
  legal_entity_id bigint not null references legal_entities (id),
  -- The first day of the month that it is of.
  month date not null check (extract(day from month) = 1),
  issued_on date not null,
  due_date date not null check (due_date > issued_on),
  -- Kopecks, VAT within the amount; what corrections have taken off it; what of it is paid, by money or by corrections.
  amount bigint not null check (amount > 0),
  vat bigint not null check (vat between 0 and amount),
  corrected bigint not null default 0 check (corrected between 0 and amount),
  paid bigint not null default 0 check (paid between 0 and amount),
  status text not null default 'issued' check (status in ('issued', 'paid', 'cancelled')),
  -- What its papers say.
  facts jsonb not null,
  -- The last day on which its payer was reminded that it is overdue.
  reminded_on date,
  cancel_reason text check (length(cancel_reason) between 1 and 500),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((status = 'cancelled') = (cancel_reason is not null)),
  check ((status = 'paid') = (paid = amount)),
  check (status <> 'cancelled' or (paid = 0 and corrected = 0))
);
-- Of a creditor one invoice of a month lives.
create unique index invoices_month on invoices (issuer_id, legal_entity_id, month) where status <> 'cancelled';
create index invoices_legal_entity on invoices (legal_entity_id, id);
create index invoices_status on invoices (status, id);
create index invoices_due on invoices (due_date, id) where status = 'issued';

create table invoice_corrections (
  id bigint generated always as identity primary key,
  number text not null unique,
  invoice_id bigint not null references invoices (id),
  legal_entity_id bigint not null references legal_entities (id),
  issued_on date not null,
  amount bigint not null check (amount > 0),
  vat bigint not null check (vat between 0 and amount),
  -- What of it has paid invoices.
  used bigint not null default 0 check (used between 0 and amount),
  facts jsonb not null,
  created_at timestamptz not null default now()
);
create index invoice_corrections_invoice on invoice_corrections (invoice_id);
create index invoice_corrections_free on invoice_corrections (legal_entity_id, id) where used < amount;

-- Which entries of the ledger a paper covers: each is in one that lives. Below zero is what was reversed.
create table invoice_rows (
  id bigint generated always as identity primary key,
  invoice_id bigint references invoices (id),
  correction_id bigint references invoice_corrections (id),
  entry_id bigint not null references ledger_entries (id),
  payment_id bigint not null references payments (id),
  settlement_id bigint not null references settlements (id),
  day date not null,
  amount bigint not null,
  vat bigint not null,
  -- Null without VAT.
  vat_bps int check (vat_bps between 1 and 10000),
  -- Since when its invoice is cancelled, so that its fee is invoiced anew.
  released_at timestamptz,
  check (num_nonnulls(invoice_id, correction_id) = 1)
);
create unique index invoice_rows_entry on invoice_rows (entry_id) where released_at is null;
create index invoice_rows_invoice on invoice_rows (invoice_id, id);
create index invoice_rows_correction on invoice_rows (correction_id);
create index invoice_rows_payment on invoice_rows (payment_id) where released_at is null;
create index invoice_rows_settlement on invoice_rows (settlement_id);

-- Money that a creditor has paid for invoices; what is more than they ask is his advance.
create table invoice_payments (
  id bigint generated always as identity primary key,
  legal_entity_id bigint not null references legal_entities (id),
  -- The invoice that the payment names.
  invoice_id bigint not null references invoices (id),
  amount bigint not null check (amount > 0),
  used bigint not null default 0 check (used between 0 and amount),
  value_date date not null,
  -- By the partner's statement, out of what was held, or on the operator's own account, by which paper of the bank.
  place text not null check (place in ('partner', 'held', 'bank')),
  difference_id bigint unique references differences (id),
  reference text,
  account_id bigint not null references accounts (id),
  created_at timestamptz not null default now(),
  check ((place = 'bank') = (difference_id is null)),
  check ((place = 'bank') = (reference is not null))
);
create index invoice_payments_invoice on invoice_payments (invoice_id, id);
create index invoice_payments_free on invoice_payments (legal_entity_id, id) where used < amount;
-- A payment order is told once.
create unique index invoice_payments_reference on invoice_payments (legal_entity_id, value_date, reference) where place = 'bank';

-- What of a payment or a correction has paid which invoice.
create table invoice_allocations (
  id bigint generated always as identity primary key,
  invoice_id bigint not null references invoices (id),
  payment_id bigint references invoice_payments (id),
  correction_id bigint references invoice_corrections (id),
  amount bigint not null check (amount > 0),
  created_at timestamptz not null default now(),
  check (num_nonnulls(payment_id, correction_id) = 1)
);
create index invoice_allocations_invoice on invoice_allocations (invoice_id);
create index invoice_allocations_payment on invoice_allocations (payment_id);
create index invoice_allocations_correction on invoice_allocations (correction_id);

-- What was issued is never edited: only how far it is paid, that it was corrected or cancelled, and whether anybody was reminded.
create function keep_issued_paper() returns trigger language plpgsql as $$
begin
  if to_jsonb(old) - tg_argv[0]::text[] <> to_jsonb(new) - tg_argv[0]::text[] then
    raise exception 'an issued paper does not change' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger keeps before update on invoices for each row execute function keep_issued_paper(
  '{corrected,paid,status,reminded_on,cancel_reason,version,updated_at}');
create trigger keeps before update on invoice_corrections for each row execute function keep_issued_paper('{used}');
create trigger keeps before update on invoice_rows for each row execute function keep_issued_paper('{released_at}');
create trigger keeps before update on invoice_payments for each row execute function keep_issued_paper('{used}');
create trigger append_only before delete or truncate on invoices for each statement execute function refuse_change();
create trigger append_only before delete or truncate on invoice_corrections for each statement execute function refuse_change();
create trigger append_only before delete or truncate on invoice_rows for each statement execute function refuse_change();
create trigger append_only before delete or truncate on invoice_payments for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on invoice_allocations for each statement execute function refuse_change();

select audited(name) from unnest(array['invoices', 'invoice_corrections', 'invoice_payments']) as name;

alter table differences drop constraint differences_decision_check, add constraint differences_decision_check
  check (decision in ('assign', 'unmatched', 'commission', 'expense', 'invoice', 'ask', 'other_day', 'partner_error', 'explained'));
