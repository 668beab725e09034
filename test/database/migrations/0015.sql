-- What 0015 adds: the passport of a person.
insert into owned_files (individual_id, place, kind, file_id)
  select i.id, 'slot', 'passport', f.id from (select id from stored_files limit 1) f, (select id from individuals limit 1) i;
