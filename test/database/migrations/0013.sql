-- What 0013 adds: a warned bargaining and a request of which the creditor has been reminded.
update settlements set silence_warned = 7 where id = 1;
update requests set answer_reminders = 1 where status = 'pending';
