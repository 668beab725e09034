-- What 0014 adds: a row of the dry run with its values in columns.
insert into registry_rows (registry_id, row_no, broken, warned, last_name, phone, total) values (3, 2, false, false, 'Кравцов', '+79161234567', 1050);
