update settlements set offer_judged_on = '2026-11-25' where id = (select min(id) from settlements);
