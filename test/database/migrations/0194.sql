-- What a side has withdrawn itself binds it, and nothing else was returned than what was withdrawn.
do $$ begin
  if exists (select from terms_offers where returned and status <> 'withdrawn') then
    raise exception 'an offer that lies or was accepted was returned';
  end if;
end $$;
