-- Who has said of a call or a meeting that it did not come about, and why where it had been told of (docs/decisions/0198).
alter table contact_records
  add column failed_by bigint,
  add column failed_why text,
  add constraint contact_records_failed_by_fkey foreign key (failed_by) references accounts (id) not valid,
  add constraint contact_records_failed_why_check check (length(failed_why) between 1 and 500) not valid;
-- What people have noted is not for whoever reads the audit.
drop trigger audit on contact_records;
create trigger audit after insert or update or delete on contact_records for each row execute function write_audit('note', 'failed_why');
