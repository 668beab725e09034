-- What waited without a creditor tells of the debt that it leads to.
do $$ begin
  if not exists (select from deliveries d join notifications n on n.id = d.notification_id
      join settlements s on n.link = '/settlement-' || s.id and s.legal_entity_id = d.legal_entity_id where n.title = 'Срок') then
    raise exception 'what waited is judged by nobody';
  end if;
end $$;
update retention_runs set deliveries_after = 1;
