-- What 0084 indexes: a paper that its company has taken away, still kept.
insert into owned_files (legal_entity_id, place, kind, file_id, deleted_at)
  select c.id, 'folder', 'other', f.id, now()
  from (select id from stored_files limit 1) f, (select id from legal_entities limit 1) c;
