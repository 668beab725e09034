-- What 0020 adds: an entry of the ledger.
with entry as (
  insert into ledger_entries (kind, event, value_date) values ('received_unmatched', '{"kind": "received_unmatched", "amount": 100}', '2026-01-10') returning id)
insert into ledger_lines (entry_id, account, side, amount)
  select id, account, side, 100 from entry, (values ('1010', 'debit'), ('2030', 'credit')) as l (account, side);
