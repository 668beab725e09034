-- What 0098 adds: a row in force and one that waits for the second person.
insert into dated_rates (kind, valid_from, value, source, approved)
  values ('keyRate', '2030-01-01', '{"rateBps": 1000}', 'Банк России', true);
insert into dated_rates (kind, valid_from, value, source)
  values ('keyRate', '2030-02-01', '{"rateBps": 900}', 'Банк России');
