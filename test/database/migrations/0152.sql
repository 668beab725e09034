insert into close_letters (account_id) select account_id from operators order by id limit 1;
