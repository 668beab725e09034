-- Rows that one statement adds are in the audit each by itself, what people have said in them masked; what changes goes on as before.
insert into notifications (account_id, title, detail)
  select a.id, t.title, t.detail from (select min(id) as id from accounts) a, (values (1, 'many: one', 'words'), (2, 'many: two', null)) as t (no, title, detail)
  order by t.no;
update notifications set read_at = now() where title = 'many: two';
do $$
declare
  found text := (select string_agg(concat_ws(' ', l.action, l.after ->> 'title', l.after ->> 'detail'), ', ' order by l.id)
    from audit_log l join notifications n on n.id = l.object_id where l.object_type = 'notifications' and n.title like 'many: %');
begin
  if found is distinct from 'insert many: one •••, insert many: two, update' then
    raise exception 'rows that were added together are audited otherwise: %', found;
  end if;
end $$;
