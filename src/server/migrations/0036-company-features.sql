-- What an operator has turned on or off for a company; what nobody has turned is on.

create table company_features (
  id bigint generated always as identity primary key,
  legal_entity_id bigint not null references legal_entities (id),
  feature text not null check (feature in ('simple_registries', 'invitation_letters', 'automatic_answers')),
  is_on boolean not null,
  changed_by bigint not null references accounts (id),
  changed_at timestamptz not null default now(),
  unique (legal_entity_id, feature)
);
create index company_features_changed_by on company_features (changed_by);
select audited('company_features');
