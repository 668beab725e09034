-- The creditor's matrix of conditions, the decisions that follow from it, the head's approval.

-- Each replacement is a new version; none of them ever changes.
create table settlement_policies (
  id bigint generated always as identity primary key,
  legal_entity_id bigint not null references legal_entities (id),
  version int not null check (version > 0),
  bands jsonb not null,
  account_id bigint not null references accounts (id),
  created_at timestamptz not null default now(),
  unique (legal_entity_id, version)
);
create trigger append_only before update or delete or truncate on settlement_policies for each statement execute function refuse_change();

-- The version and the band by which a bargaining is judged are those of its opening: the rules do not change meanwhile.
alter table settlements
  add column policy_id bigint references settlement_policies (id),
  add column band jsonb,
  add column last_offer_at timestamptz,
  add check ((policy_id is null) = (band is null));

-- What the conditions say of a debtor's offer, and whether the conditions themselves have made one.
alter table terms_offers add column decision jsonb, add column auto boolean not null default false;

-- A side may be bound by conditions that it has published before.
alter table signatures drop constraint signatures_method_check,
  add constraint signatures_method_check check (method in ('pep_otp', 'policy'));

-- Terms below the conditions that a manager proposes and the head decides about.
create table terms_approvals (
  id bigint generated always as identity primary key,
  settlement_id bigint not null references settlements (id),
  act text not null check (act in ('offer', 'accept')),
  -- The form of the offer, or the hash of the terms to accept.
  form jsonb not null,
  trace jsonb not null,
  maker_id bigint not null references accounts (id),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected', 'expired')),
  decided_by bigint references accounts (id),
  decision_reason text,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  check (decided_by is null or decided_by <> maker_id)
);
create unique index terms_approvals_pending on terms_approvals (settlement_id) where status = 'pending';

select audited(name) from unnest(array['settlement_policies', 'terms_approvals']) as name;
