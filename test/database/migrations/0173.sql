-- Denied between the two: whoever did it is checked by the second.
update contact_records set failed_by = (select max(id) from accounts), failed_why = 'Не дозвонились' where id = (select min(id) from contact_records where kind = 'call');
