-- What 0041 adds: photos of a person, of an employee and of an operator.
insert into stored_files (id, key, name, size, kind, sha256) overriding system value
  select 41, left(key, 31) || 'w', 'photo.webp', 10, 'webp', sha256 from stored_files limit 1;
insert into owned_files (individual_id, place, kind, file_id)
  select i.id, 'avatar', 'avatar', f.id from (select id from stored_files where kind = 'webp') f, (select id from individuals limit 1) i;
insert into owned_files (employee_id, place, kind, file_id)
  select e.id, 'avatar', 'avatar', f.id from (select id from stored_files where kind = 'webp') f, (select id from employees limit 1) e;
insert into owned_files (operator_id, place, kind, file_id)
  select o.id, 'avatar', 'avatar', f.id from (select id from stored_files where kind = 'webp') f, (select id from operators limit 1) o;
