-- What 0065 changes: a dry run that holds an entry.
insert into registry_verdicts (registry_id, row_no, verdict, entry_id) values (990, 2, 'unchanged', 990);
