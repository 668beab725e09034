-- What 0083 adds: a verification that found the chain whole, and one that did not.
insert into audit_verifications (whole, seq, audit_id, hash, settled) values (true, 1, 1, '\x00', 1);
insert into audit_verifications (whole, seq, audit_id, hash, settled, broken_at) values (false, 1, 1, '\x00', 1, 2);
