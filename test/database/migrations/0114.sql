-- An agreement of before, whose price nobody has judged.
update settlements set price_standing = 'above', price_problem = 'Ставка — 500 % годовых' where id = (select min(id) from settlements);
