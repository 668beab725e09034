-- Up to which delivery the retention has looked: those that are kept for years lie before those that are over, and are not read anew by each portion.
-- Null when it has come to the end, and begins anew.
alter table retention_runs add column deliveries_after bigint;
