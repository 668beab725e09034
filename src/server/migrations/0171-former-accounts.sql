-- Which account the papers of a company named until the one in use was confirmed, or none was left, and when that was: for a day they go on naming it
-- (docs/decisions/0191).
alter table legal_entities add column former_account_sealed text, add column former_account_at timestamptz,
  add check ((former_account_sealed is null) = (former_account_at is null));
