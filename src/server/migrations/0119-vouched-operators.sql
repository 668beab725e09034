-- Who has invited an operator, and who has vouched that a person of his own stands behind the account: until then both count as
-- one person where two decide (docs/decisions/0120). Operators from before were invited by nobody, as those of the command line.
alter table operators add column invited_by bigint references accounts (id);
alter table operators add column vouched_by bigint references accounts (id);
alter table operators add constraint operators_vouched check (vouched_by is null or invited_by is not null);
create index operators_invited_by on operators (invited_by) where invited_by is not null;
create index operators_vouched_by on operators (vouched_by) where vouched_by is not null;
