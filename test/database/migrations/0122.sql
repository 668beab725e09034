-- What 0122 indexes is there since 0121.
select id from registry_entries where reject_reason = 'not_mine';
