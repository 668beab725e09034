-- What 0048 adds: a setting that somebody has turned.
update settings set kept = '{"approvalDays": 5}', version = 2 where id = 1;
