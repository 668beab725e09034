-- Accounts that have signed in from one browser belong to one person as far as decisions by two are concerned.
create index known_devices_token on known_devices (token_hash);
