-- By which line of the partner's statement a payment or a refund has agreed: the same on another day is another movement
-- (docs/decisions/0133). Of those that have agreed before nobody knows it.
alter table payments add column reconciled_line text;
alter table refunds add column reconciled_line text;

-- What was taken back of a payment is known by its own line: there may be another one on another day.
update differences d set reference = 'line:' || statement_id
  where kind = 'other_sum' and theirs < 0 and ours > 0 and statement_id is not null
    and not exists (select from differences other where other.reference = 'line:' || d.statement_id);
