update complaints set finding = 'otherwise' where contact_id is not null and status = 'upheld';
