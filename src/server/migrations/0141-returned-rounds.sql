-- Rounds whose terms the platform took off the table, since nobody could sign them any more: they count no more (docs/decisions/0154).
alter table settlements add column rounds_returned int not null default 0;
