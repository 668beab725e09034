do $$ begin
  if exists (select from pg_constraint where conname = 'issued_documents_kind_check' and not convalidated) then
    raise exception 'documents of before are of kinds that nobody has looked at';
  end if;
end $$;
