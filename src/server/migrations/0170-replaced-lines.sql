-- Under which number the partner had a line before he issued it anew: what is booked of it goes on under the new one (docs/decisions/0195).
alter table differences add column replaced_line text;
