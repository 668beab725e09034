-- What 0100 adds: a signature before which its debtor was shown the term of limitation; those before it say nothing.
do $$ begin
  assert (select bool_and(limitation_shown_at is null) from signatures), 'nobody was shown anything before';
end $$;
