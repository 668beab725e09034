-- What operators have found by a complaint that a contact is recorded otherwise than it was: that it never was, or that it was, but otherwise. And
-- a person may complain anew of what has changed since it was decided: one complaint of his about a thing waits at a time (docs/decisions/0206).
alter table complaints
  add column finding text check (finding in ('never', 'otherwise')),
  add constraint complaints_found_check check (finding is null or (status = 'upheld' and kind = 'untrue' and contact_status = 'held'));
-- What was found before 0206 could only be that it never was.
update complaints set finding = 'never' where status = 'upheld' and kind = 'untrue' and contact_status = 'held';

drop index complaints_message;
drop index complaints_contact;
create unique index complaints_message_open on complaints (message_id, account_id) where message_id is not null and status = 'open';
create unique index complaints_contact_open on complaints (contact_id, account_id) where contact_id is not null and status = 'open';
create index complaints_message on complaints (message_id) where message_id is not null;
create index complaints_contact on complaints (contact_id) where contact_id is not null;

-- A notification quotes what people have said, as the answer of an operator: that is not for whoever reads the audit.
drop trigger audit on notifications;
create trigger audit after insert or update or delete on notifications for each row execute function write_audit('detail');
