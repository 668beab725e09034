-- no-transaction
-- What 0161 has begun, without a lock that others wait for.
alter table partner_messages validate constraint partner_messages_partner_check;
