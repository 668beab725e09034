-- no-transaction
-- The order of people by name went on with their ИНН among namesakes, also for those who see it masked. Now the ИНН at the
-- end of the text is cut off. The whole text stands beside the key, so that far pages are still found in the index alone.
-- Each statement bears being repeated: of a build that was broken off a broken index stays behind.
drop index concurrently if exists individuals_by_name;
create index concurrently individuals_by_name on individuals (rtrim(search, ' 0123456789'), id) include (search) where deleted_at is null;
drop index concurrently if exists individuals_status_by_name;
create index concurrently individuals_status_by_name on individuals (verification_status, rtrim(search, ' 0123456789'), id) include (search) where deleted_at is null;
drop index concurrently if exists individuals_name;
drop index concurrently if exists individuals_status_name;
