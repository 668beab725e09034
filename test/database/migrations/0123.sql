-- What 0123 indexes is there since 0003.
select id from registry_entries;
