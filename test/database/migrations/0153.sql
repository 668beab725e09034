-- What the close of a day looks payments up by stands as a whole, also after a build that was cut off.
do $$ begin
  if not (select indisvalid from pg_index where indexrelid = 'payments_touched'::regclass) then
    raise exception 'the index of touched payments is missing';
  end if;
end $$;
