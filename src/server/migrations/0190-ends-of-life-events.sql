-- A service that has ended still stops payments for the days that the law gives after it, to its last day.
-- What the end of an event in a debtor's life means for his debts, and of which claims he is not freed though he is of all others: those
-- that a ruling, or the list of his petition, leaves (docs/decisions/0211).
alter table life_events
  add column outcome text check (outcome in ('discharged', 'served', 'goes_on')),
  add column kept_claims bigint[],
  add constraint life_events_outcome check (outcome is null or status = 'over' or outcome = 'served'),
  add constraint life_events_kept check (kept_claims is null or outcome = 'discharged');
