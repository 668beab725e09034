-- Identification of people and companies by the credit organisation, and the questionnaire of a company for it.

create table rnko_identities (
  id bigint generated always as identity primary key,
  individual_id bigint unique references individuals (id),
  legal_entity_id bigint unique references legal_entities (id),
  status text not null default 'none' check (status in ('none', 'created', 'sent', 'success', 'failed', 'expired')),
  wanted_level text check (wanted_level in ('simplified', 'full')),
  -- What is told the partner, as it was when its owner agreed to it.
  data_sealed text,
  prepared_at timestamptz,
  -- Under this key the partner knows the question; each new question has a new one.
  partner_key uuid not null unique default gen_random_uuid(),
  partner_id text,
  action_url text,
  asked_at timestamptz,
  partner_silent boolean not null default false,
  sent_at timestamptz,
  answered_at timestamptz,
  fail_reason text,
  valid_until date,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (num_nonnulls(individual_id, legal_entity_id) = 1),
  check (status = 'none' or data_sealed is not null),
  check (status <> 'success' or valid_until is not null)
);
create index rnko_identities_unanswered on rnko_identities (coalesce(asked_at, sent_at)) where status = 'sent';
create index rnko_identities_valid on rnko_identities (valid_until) where valid_until is not null;

create table rnko_forms (
  id bigint generated always as identity primary key,
  legal_entity_id bigint not null unique references legal_entities (id),
  status text not null default 'draft'
    check (status in ('draft', 'review', 'rejected', 'approved', 'sent', 'accepted', 'declined')),
  form_sealed text not null,
  -- Why it came back, from the operator or from the partner.
  reason text,
  remarks jsonb not null default '[]',
  partner_key uuid not null unique default gen_random_uuid(),
  partner_id text,
  asked_at timestamptz,
  partner_silent boolean not null default false,
  sent_at timestamptz,
  answered_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index rnko_forms_unanswered on rnko_forms (coalesce(asked_at, sent_at)) where status = 'sent';

-- What either partner has told us by itself, each message once.
alter table partner_messages
  add column partner text not null default 'payments' check (partner in ('payments', 'rnko')),
  add column identity_id bigint references rnko_identities (id),
  add column form_id bigint references rnko_forms (id),
  drop constraint partner_messages_pkey,
  add primary key (partner, id);
create index partner_messages_identity on partner_messages (identity_id);
create index partner_messages_form on partner_messages (form_id);

select audited(name) from unnest(array['rnko_identities', 'rnko_forms']) as name;
