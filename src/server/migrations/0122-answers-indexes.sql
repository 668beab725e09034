-- no-transaction
-- What 0121 has begun, without a lock that others wait for.
alter table registry_entries validate constraint registry_entries_reject_reason;
-- What debtors have written about claims that they called not theirs is taken away when its term is over (docs/decisions/0056).
drop index concurrently if exists registry_entries_disowned;
create index concurrently registry_entries_disowned on registry_entries (decision_at)
  where reject_reason = 'not_mine' and reject_comment is not null;
