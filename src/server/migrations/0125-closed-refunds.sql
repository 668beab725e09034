-- Money of a refund that had failed with us and went all the same, when it could not be taken out any more: the day on which it is an
-- expense (docs/decisions/0126).
alter table refunds
  add column expensed_on date,
  add constraint refunds_expensed check (expensed_on is null or status = 'failed');
alter table differences
  drop constraint differences_decision_check,
  add constraint differences_decision_check check (decision in
    ('assign', 'unmatched', 'commission', 'expense', 'ask', 'other_day', 'partner_error', 'explained'));
