-- no-transaction
-- Payments are found by a part of their number, as the palette looks for it while it is being typed.
drop index concurrently if exists payments_number_parts;
create index concurrently payments_number_parts on payments using gin (plain_words(number collate "ru-x-icu") gin_trgm_ops);
