-- What 0004 adds to the rows of the days before it: nothing of its own, the counts were made of what was there.
update individuals set verification_status = 'blocked' where last_name = 'Иванов';
