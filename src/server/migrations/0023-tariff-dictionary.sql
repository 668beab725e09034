-- Tariffs are kept by operators: each change has a version, and what one of them proposes another one approves.

alter table tariffs
  add column approved boolean not null default true,
  add column version int not null default 1,
  add column updated_at timestamptz not null default now();

-- By which tariff a deal was concluded.
create index settlements_tariff on settlements (((tariff ->> 'id')::bigint)) where tariff is not null;
create index payments_succeeded on payments (succeeded_at) where succeeded_at is not null;
