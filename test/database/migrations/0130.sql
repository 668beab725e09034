-- What was taken back is known by its line.
do $$ begin
  if not exists (select from differences where reference = 'line:back-1' and statement_id = 'back-1') then
    raise exception 'what was taken back is not known by its line';
  end if;
end $$;
update payments set reconciled_line = 'came-1' where id = (select min(id) from payments where reconciled_at is not null);
