-- How a line read before the partner issued it anew: a person may say that the two are no one line (docs/decisions/0201).
alter table differences add column replaced_purpose text, add column replaced_at timestamptz;
-- What was taken back of a payment is asked for with each payment that is shown.
create index differences_payment on differences (payment_id) where payment_id is not null;
-- How much of what a line has brought was written off since: should it come after all, that comes back first.
alter table differences add column expensed_sum bigint not null default 0 check (expensed_sum >= 0);
