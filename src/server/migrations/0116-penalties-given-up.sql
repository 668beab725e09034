-- no-transaction
-- Penalties that creditors have given up, by their day: they stand in the year's list of forgiven sums (docs/decisions/0104).
drop index concurrently if exists ledger_entries_given_up;
create index concurrently ledger_entries_given_up on ledger_entries (value_date, id)
  where kind = 'penalty_waived' and event ->> 'why' = 'given_up';
