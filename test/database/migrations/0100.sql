-- What 0100 adds: a signature before which its debtor was shown the term of limitation; those before it say nothing.
do $$ begin
  assert (select bool_and(limitation_shown_at is null) from signatures), 'nobody was shown anything before';
end $$;
-- An SMS that nobody could send, as the journal told of them.
insert into entry_notices (entry_id, individual_id, legal_entity_id, channel, status, planned_at)
  values (1, 1, 1, 'sms', 'planned', '2026-11-20 09:00+03');
