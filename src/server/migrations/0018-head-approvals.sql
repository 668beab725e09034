-- What a creditor's manager asks his head to agree to: the terms themselves, beside the reason.
alter table approvals add column details jsonb;
