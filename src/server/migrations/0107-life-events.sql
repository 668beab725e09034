-- What happens in the life of a debtor and stops his debts, all of them or one (docs/decisions/0101).
create table life_events (
  id bigint generated always as identity primary key,
  individual_id bigint not null references individuals (id),
  -- Of which agreement it is; null for what acts on all debts of the person.
  settlement_id bigint references settlements (id),
  -- The creditor that has entered it, or is asked.
  legal_entity_id bigint references legal_entities (id),
  kind text not null,
  since date not null,
  until date check (until >= since),
  months int check (months between 1 and 6),
  status text not null check (status in ('waiting', 'in_force', 'refused', 'over')),
  side text not null check (side in ('operator', 'creditor', 'individual')),
  comment text,
  -- Why it was refused, ended, or objected to.
  reason text,
  -- Of a right: what it was taken for, and a creditor's objection.
  ground text,
  objected_at timestamptz,
  -- The addendum that moves the schedule.
  offer_id bigint references terms_offers (id),
  entered_by bigint not null references accounts (id),
  decided_by bigint references accounts (id),
  decided_at timestamptz,
  ended_by bigint references accounts (id),
  ended_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index life_events_individual on life_events (individual_id, since);
create index life_events_settlement on life_events (settlement_id) where settlement_id is not null;
create index life_events_legal_entity on life_events (legal_entity_id) where legal_entity_id is not null;
create index life_events_offer on life_events (offer_id) where offer_id is not null;
select audited('life_events');

alter table owned_files
  add column life_event_id bigint references life_events (id),
  drop constraint owned_files_owner,
  add constraint owned_files_owner check (
    num_nonnulls(individual_id, legal_entity_id, request_id, payment_id, employee_id, operator_id, life_event_id) = 1);
drop index owned_files_slot;
create unique index owned_files_slot on owned_files
  (individual_id, legal_entity_id, request_id, payment_id, employee_id, operator_id, life_event_id, place, kind)
  nulls not distinct where deleted_at is null and place in ('slot', 'representative', 'avatar');
create index owned_files_life_event on owned_files (life_event_id) where life_event_id is not null;
