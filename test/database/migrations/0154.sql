-- What 0154 adds: a closed month with its balances, and an entry that came too late for it.
insert into ledger_months (month, status, closed_by, closed_at, last_entry, entries, hash)
  select '2020-01-01', 'closed', min(id), now(), 0, 0, decode(repeat('ab', 32), 'hex') from accounts;
insert into ledger_month_accounts (month, account, opening, debit, credit) values ('2020-01-01', '1010', 0, 0, 0);
insert into ledger_month_holders (month, account, holder_id, opening, debit, credit) values ('2020-01-01', '1010', 0, 0, 0, 0);
with entry as (
  insert into ledger_entries (kind, event, value_date) values ('received_unmatched', '{"kind": "received_unmatched", "amount": 100}', '2020-01-10') returning id)
insert into ledger_lines (entry_id, account, side, amount)
  select id, account, side, 100 from entry, (values ('1010', 'debit'), ('2030', 'credit')) as l (account, side);
