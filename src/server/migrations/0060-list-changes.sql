-- Far pages of a list are found by keys that a process remembers. They are true as long as nothing in the tables of the
-- list has changed, and these numbers say whether it has: each statement that writes into such a table takes the next one.
-- A sequence is taken without waiting for anybody, and it is the same for every node.

create function note_change() returns trigger language plpgsql as $$
begin
  perform nextval(tg_argv[0]::regclass);
  return null;
end $$;

-- Always: also where a bulk load switches the other triggers off. The first number is taken here, because a sequence
-- that nobody has used yet shows the same value after its first use.
create function changes_noted(name text) returns void language plpgsql as $$
begin
  execute format('create sequence %I', name || '_changes');
  perform nextval(format('%I', name || '_changes')::regclass);
  execute format('create trigger note_change after insert or update or delete or truncate on %I
    for each statement execute function note_change(%L)', name, name || '_changes');
  execute format('alter table %I enable always trigger note_change', name);
end $$;

select changes_noted(name) from unnest(array[
  'accounts', 'approvals', 'differences', 'document_templates', 'employees', 'individual_categories', 'individuals',
  'ledger_entries', 'ledger_lines', 'legal_entities', 'legal_entity_types', 'memberships', 'notifications', 'operators', 'payments', 'reconciliations',
  'refund_requests', 'registration_tokens', 'registries', 'registry_entries', 'registry_messages', 'registry_problems',
  'registry_rows', 'registry_verdicts', 'requests', 'restore_password_tokens', 'roles', 'settlements', 'simple_registry_entries', 'simple_requests',
  'tariffs']) as name;
