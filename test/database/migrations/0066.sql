-- What 0066 adds: how far the audit is settled; its one row is there already.
update audit_settled set settled = settled;
