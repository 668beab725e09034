-- What 0162 looks at is there since 0161.
select id from partner_messages where partner = 'sms';
