-- What 0074 finds: a browser that two accounts have signed in from.
insert into known_devices (account_id, token_hash) select id, '\x0074' from accounts order by id limit 2 on conflict do nothing;
