-- What 0051 adds: a key that seals nothing yet.
insert into data_keys (id, wrapped, seals_from) values (200, '1.wrapped', 'infinity');
