-- Of which assignment a notice has told: a hash of the former creditor and the deed, so that a corrected one is told of anew
-- (docs/decisions/0107). A notice from before has none and stays as it is.
alter table notices add column deed_mark text;
