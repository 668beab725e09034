-- What 0068 changes: a node that says where it keeps files, and a permission that a newer version has brought.
insert into nodes (id, storage, process) values ('old-worker', 'folder 1', 'machine 1 1');
insert into permissions (code, group_name, name, method, path, employee, operator, absent_since)
  values ('newer.operation', 'Новое', 'Новое', 'GET', '/newer', true, true, now());
insert into demonstration (whole_at) values (now());
