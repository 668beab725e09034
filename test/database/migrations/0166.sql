-- What 0166 looks at is there since 0165.
select id from contact_records where source = 'notification';
