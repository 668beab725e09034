-- Who signs for a company, and by what right (ГК РФ, ст. 53, 182, 185): powers of attorney of its employees.
create table powers_of_attorney (
  id bigint generated always as identity primary key,
  membership_id bigint not null references memberships (id),
  legal_entity_id bigint not null references legal_entities (id),
  number text not null,
  issued_on date not null,
  valid_until date not null check (valid_until >= issued_on),
  scope text[] not null check (cardinality(scope) > 0 and scope <@ array['conclude', 'change', 'certify']),
  status text not null default 'given' check (status in ('given', 'revoked')),
  -- Its scan, in the company's folder of them.
  file_id bigint references owned_files (id) on delete set null,
  created_by bigint references accounts (id),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index powers_of_attorney_membership on powers_of_attorney (membership_id, id);
create index powers_of_attorney_legal_entity on powers_of_attorney (legal_entity_id);
create index powers_of_attorney_file on powers_of_attorney (file_id) where file_id is not null;
select audited('powers_of_attorney');

-- Who signed for a company, his position and ground, as they were in that moment; of conditions, which sign later, as they were when published.
alter table signatures add column signatory jsonb;
alter table settlement_policies add column signatory jsonb;
