-- no-transaction
-- Whose surname begins with what was typed comes before whoever has it elsewhere in his name: a text of the search begins with
-- the surname, so its beginning is an index in the order of letters. And entries of simple registries are found by a whole phone too.
-- Each statement bears being repeated: of a build that was broken off a broken index stays behind.
drop index concurrently if exists individuals_surname;
create index concurrently individuals_surname on individuals ((left(search, 16) collate "C")) where deleted_at is null;
drop index concurrently if exists registry_entries_surname;
create index concurrently registry_entries_surname on registry_entries ((left(search, 16) collate "C")) where withdrawn_at is null;
drop index concurrently if exists simple_registry_entries_surname;
create index concurrently simple_registry_entries_surname on simple_registry_entries ((left(search, 16) collate "C")) where withdrawn_at is null;
drop index concurrently if exists simple_registry_entries_phone;
create index concurrently simple_registry_entries_phone on simple_registry_entries (phone);
