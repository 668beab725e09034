-- What 0116 indexes is there since 0020.
select id from ledger_entries;
