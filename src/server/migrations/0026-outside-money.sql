-- A sum that was paid past the platform: one side says so, and it counts when the other has confirmed it.

alter table payments
  add column stated_by text check (stated_by in ('individual', 'creditor')),
  -- The day on which it is said to have been paid.
  add column paid_on date,
  add column comment text,
  add constraint payments_stated check ((channel = 'outside') = (stated_by is not null) and (stated_by is null) = (paid_on is null));

-- What was stated stands in nobody's way who pays here.
drop index payments_open;
create unique index payments_open on payments (settlement_id) where status in ('created', 'processing') and channel in ('sbp', 'card');
create unique index payments_stated_open on payments (settlement_id) where status = 'created' and channel = 'outside';
