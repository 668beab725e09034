-- A writ that waits for the scanner proves nothing.
insert into stored_files (id, key, name, size, kind, sha256, scan) overriding system value values (139, 'held-writ', 'лист.pdf', 10, 'pdf', 'ab', 'held');
insert into owned_files (legal_entity_id, place, kind, file_id)
  select e.legal_entity_id, 'folder', 'writs', f.id from registry_entries e, stored_files f
  where f.key = 'held-writ' and e.id = (select min(id) from registry_entries);
update registry_entries set stage = 'enforcement', no_bailiffs_at = now(),
  writ_file_id = (select o.id from owned_files o join stored_files f on f.id = o.file_id where f.key = 'held-writ')
where id = (select min(id) from registry_entries);
do $$ begin
  if exists (select from registry_entries e where e.writ_file_id is not null and judged_stage(e) <> 'pretrial') then
    raise exception 'a writ that nobody can open counts';
  end if;
end $$;
