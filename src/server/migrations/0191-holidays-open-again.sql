-- Holidays that two operators have ended by the creditor's objection close their ground; two open it again where its conditions are there (docs/decisions/0212).
alter table life_events
  add column reopened_at timestamptz,
  add constraint life_events_reopened check (reopened_at is null or (ground is not null and status = 'over'));
