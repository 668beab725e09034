-- A kind of companies with a right of its own, beside those that 0096 has told of.
insert into legal_entity_types (name, help, place, interest_right) values ('Микрофинансовый фонд', null, 25, 'lender');
