do $$ begin
  if (select next_due_date from settlements where id = 2) is distinct from '2026-03-20' then
    raise exception 'the next day of a schedule that was there is not known';
  end if;
end $$;
