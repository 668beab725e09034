-- What 0030 demands: whatever is closed tells when, also a bargaining that was broken off.
update settlements set closed_at = now() - interval '1 day' where id = 2;
