-- When a settlement was closed is told of each that is closed, also of a bargaining that was broken off or ran out.
update settlements set closed_at = updated_at where status = 'closed' and closed_at is null;
alter table settlements add constraint settlements_closed_at check ((status = 'closed') = (closed_at is not null));
