-- A row of a table whose changes are counted from that day on.
insert into individuals (last_name, first_name) values ('Счётов', 'Лев');
