-- Settlements: the bargaining about a claim, its offers that never change, the agreement in which it ends.

create sequence settlement_numbers;
create table settlements (
  id bigint generated always as identity primary key,
  number text not null unique
    default 'У-' || to_char(now() at time zone 'Europe/Moscow', 'YYYY') || '-' || lpad(nextval('settlement_numbers')::text, 6, '0'),
  request_id bigint not null references requests (id),
  registry_entry_id bigint not null references registry_entries (id),
  individual_id bigint not null references individuals (id),
  legal_entity_id bigint not null references legal_entities (id),
  status text not null default 'negotiation' check (status in ('negotiation', 'waiting_for_payment', 'paid', 'closed')),
  -- The debt as it stood when the bargaining began: its parts, kopecks.
  debt jsonb not null,
  debt_total bigint not null check (debt_total > 0),
  debt_as_of date not null,
  turn text check (turn in ('individual', 'creditor')),
  round int not null default 0,
  last_individual_amount bigint,
  last_creditor_amount bigint,
  agreed_amount bigint,
  discount_amount bigint,
  discount_bps int,
  plan_kind text,
  payments int,
  first_due_date date,
  last_due_date date,
  signed_at timestamptz,
  close_reason text,
  search text collate "ru-x-icu" not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((status = 'closed') = (close_reason is not null)),
  check (status in ('negotiation', 'closed') or agreed_amount + discount_amount = debt_total)
);
create unique index settlements_entry on settlements (registry_entry_id) where status <> 'closed';
create unique index settlements_request on settlements (request_id) where status <> 'closed';
create index settlements_of_request on settlements (request_id, id desc);
create index settlements_individual on settlements (individual_id, id desc);
create index settlements_company on settlements (legal_entity_id, id desc);
create index settlements_status on settlements (status, id desc);
create index settlements_search on settlements using gin (search gin_trgm_ops);

create table terms_offers (
  id bigint generated always as identity primary key,
  settlement_id bigint not null references settlements (id),
  round int not null,
  side text not null check (side in ('individual', 'creditor')),
  account_id bigint not null references accounts (id),
  amount bigint not null check (amount > 0),
  plan jsonb not null,
  rows jsonb not null,
  comment text,
  terms_hash text not null,
  status text not null default 'active'
    check (status in ('active', 'accepted', 'superseded', 'rejected', 'expired', 'withdrawn')),
  reject_reason text,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  unique (settlement_id, round)
);
create unique index terms_offers_active on terms_offers (settlement_id) where status = 'active';

-- What was offered and signed stays as it was; an offer only ends, and only once.
create function refuse_new_terms() returns trigger language plpgsql as $$
begin
  if old.status <> 'active' or to_jsonb(new) - array['status', 'reject_reason'] <> to_jsonb(old) - array['status', 'reject_reason'] then
    raise exception 'an offer of terms does not change' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger immutable before update on terms_offers for each row execute function refuse_new_terms();
create trigger append_only before delete or truncate on terms_offers for each statement execute function refuse_change();

-- Simple electronic signatures by a one-time code: who signed which terms, when and from where.
create table signatures (
  id bigint generated always as identity primary key,
  settlement_id bigint not null references settlements (id),
  offer_id bigint not null references terms_offers (id),
  side text not null check (side in ('individual', 'creditor')),
  account_id bigint not null references accounts (id),
  method text not null check (method in ('pep_otp')),
  terms_hash text not null,
  ip text not null,
  user_agent text not null,
  signed_at timestamptz not null default now(),
  unique (offer_id, side)
);
create trigger append_only before update or delete or truncate on signatures for each statement execute function refuse_change();

-- The agreement as data, from which its document is made. One for a settlement.
create table agreements (
  id bigint generated always as identity primary key,
  settlement_id bigint not null references settlements (id),
  offer_id bigint not null unique references terms_offers (id),
  snapshot jsonb not null,
  snapshot_sha256 text not null,
  created_at timestamptz not null default now()
);
create index agreements_settlement on agreements (settlement_id);
create trigger append_only before update or delete or truncate on agreements for each statement execute function refuse_change();

create table schedule_items (
  id bigint generated always as identity primary key,
  settlement_id bigint not null references settlements (id),
  no int not null,
  planned_date date not null,
  due_date date not null,
  principal bigint not null check (principal >= 0),
  interest bigint not null check (interest >= 0),
  amount bigint not null,
  paid bigint not null default 0 check (paid >= 0),
  status text not null default 'planned' check (status in ('planned', 'due', 'overdue', 'paid', 'cancelled')),
  check (amount = principal + interest and amount > 0),
  unique (settlement_id, no)
);
create index schedule_items_due on schedule_items (due_date) where status in ('planned', 'due', 'overdue');

select audited(name) from unnest(array['settlements', 'terms_offers', 'signatures', 'agreements', 'schedule_items']) as name;
