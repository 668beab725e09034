-- What a creditor's manager asks his head to agree to: the terms themselves, beside the reason.
alter table approvals add column details jsonb;

-- Published conditions sign in the company's name, so their author signs them by a one-time code; older ones had none.
alter table settlement_policies add column code_id bigint references one_time_codes (id);
