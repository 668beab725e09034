update issued_documents set status = 'terminated' where id = (select min(id) from issued_documents where status = 'issued');
