update settlements set rounds_returned = 1 where id = (select min(id) from settlements);
