-- What 0120 indexes: two people and two claims whose surnames begin alike.
insert into individuals (last_name, first_name) values ('Ёлкин', 'Пётр'), ('Ёлкина', 'Анна');
