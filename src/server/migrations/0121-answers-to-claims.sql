-- What a debtor says of a claim of a full registry: that the debt is not his, has been paid, is another sum, and when he was shown the
-- term of limitation before it (docs/domain.md §7.6). What reads the whole table comes in 0122, so that nobody waits for it.
alter table registry_entries
  add column decision_at timestamptz,
  add column reject_reason text,
  add column reject_comment text,
  add column limitation_shown_at timestamptz,
  add constraint registry_entries_reject_reason check (reject_reason in ('not_mine', 'paid', 'wrong_amount', 'other')) not valid;
