-- What 0054 changes: somebody whose name is written with «ё» and without.
insert into individuals (last_name, first_name, verification_status) values ('Семёнова', 'Алёна', 'unverified'), ('Семенова', 'Алена', 'unverified');
