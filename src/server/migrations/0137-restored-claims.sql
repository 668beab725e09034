-- What the last terminated agreement has left of a claim, and why its creditor states more (docs/decisions/0147). An older node that ends an
-- agreement beside a newer one writes none of it, and its claims may be loaded as before.
alter table registry_entries
  add column restored_total bigint check (restored_total > 0),
  add column restored_on date,
  add column explained_total bigint check (explained_total > 0),
  add column explained_why text,
  add column explained_at timestamptz;
