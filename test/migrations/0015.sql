-- What 0015 adds: the passport of a person.
with file as (
  insert into stored_files (key, name, size, kind, sha256) values ('owned', 'паспорт.pdf', 1, 'pdf', '00') returning id)
insert into owned_files (individual_id, place, kind, file_id)
  select i.id, 'slot', 'passport', file.id from file, (select id from individuals limit 1) i;
