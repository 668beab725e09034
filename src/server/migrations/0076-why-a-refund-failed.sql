-- A refund that the partner has refused says why, as a payment does.
alter table refunds add column fail_reason text;
