update notices set account_mark = 'mark' where id = (select min(id) from notices);
