-- A request that stays with its creditor leaves no talk, and who was called into it is called still.
do $$
declare
  called int := (select count(*) from notifications where topic = 'chat.called' and decided_at is null);
begin
  update requests set legal_entity_id = legal_entity_id where legal_entity_id is not null;
  if (select count(*) from notifications where topic = 'chat.called' and decided_at is null) <> called then
    raise exception 'a call was settled though nobody has left';
  end if;
end $$;
