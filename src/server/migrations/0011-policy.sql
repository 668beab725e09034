-- The creditor's matrix of conditions and the decisions that follow from it.

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

select audited('settlement_policies');
