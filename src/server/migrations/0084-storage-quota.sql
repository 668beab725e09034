-- no-transaction
-- What a holder's files take is counted at each upload, with those that he has taken away and that are still kept.
-- Each statement bears being repeated: of a build that was broken off a broken index stays behind.
drop index concurrently if exists owned_files_of_individual;
create index concurrently owned_files_of_individual on owned_files (individual_id) where individual_id is not null;
drop index concurrently if exists owned_files_individual;
drop index concurrently if exists owned_files_of_legal_entity;
create index concurrently owned_files_of_legal_entity on owned_files (legal_entity_id) where legal_entity_id is not null;
drop index concurrently if exists owned_files_legal_entity;
drop index concurrently if exists owned_files_of_request;
create index concurrently owned_files_of_request on owned_files (request_id) where request_id is not null;
drop index concurrently if exists owned_files_request;
drop index concurrently if exists owned_files_of_payment;
create index concurrently owned_files_of_payment on owned_files (payment_id) where payment_id is not null;
drop index concurrently if exists owned_files_payment;
drop index concurrently if exists owned_files_of_employee;
create index concurrently owned_files_of_employee on owned_files (employee_id) where employee_id is not null;
drop index concurrently if exists owned_files_employee;
drop index concurrently if exists owned_files_of_operator;
create index concurrently owned_files_of_operator on owned_files (operator_id) where operator_id is not null;
drop index concurrently if exists owned_files_operator;
-- Of a company's payments only those that it has stated itself bear its papers.
drop index concurrently if exists payments_stated_by_creditor;
create index concurrently payments_stated_by_creditor on payments (legal_entity_id) where stated_by = 'creditor';
