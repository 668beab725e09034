-- Where people and companies are paid to.
create table payment_details (
  id bigint generated always as identity primary key,
  individual_id bigint references individuals (id),
  legal_entity_id bigint references legal_entities (id),
  kind text not null check (kind in ('bank_account', 'sbp_phone')),
  bank_name text not null,
  bik text,
  corr_account text,
  -- The account or the phone; the mark tells equal ones apart from others without opening them.
  number_sealed text not null,
  number_mark text not null,
  recipient_name text not null,
  recipient_inn text,
  is_default boolean not null default false,
  verified_at timestamptz,
  deleted_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (num_nonnulls(individual_id, legal_entity_id) = 1),
  check (not is_default or (verified_at is not null and deleted_at is null))
);
-- One default of each owner, and no account twice.
create unique index payment_details_default on payment_details (individual_id, legal_entity_id) nulls not distinct where is_default;
create unique index payment_details_number on payment_details (individual_id, legal_entity_id, number_mark) nulls not distinct
  where deleted_at is null;
create index payment_details_legal_entity on payment_details (legal_entity_id);
select audited('payment_details');
