-- no-transaction
-- What 0183 has begun, without a lock that others wait for.
alter table issued_documents validate constraint issued_documents_kind_check;
