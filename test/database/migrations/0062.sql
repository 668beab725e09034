-- What 0062 orders: namesakes, one of them without an ИНН.
insert into individuals (last_name, first_name, middle_name, inn, verification_status) values
  ('Тёзкин', 'Павел', 'Львович', '500100732259', 'unverified'), ('Тёзкин', 'Павел', 'Львович', null, 'unverified');
