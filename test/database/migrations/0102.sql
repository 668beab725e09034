insert into notices (document_id, settlement_id, about_due) select id, settlement_id, current_date from issued_documents order by id limit 1;
