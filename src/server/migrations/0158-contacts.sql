-- One journal of what goes on between creditors and their debtors by 230-ФЗ (docs/decisions/0184): letters, first words in chats, calls
-- and meetings. Letters are kept by the table of notices, which writes here whoever plans or sends them, also an older node.
create table contact_records (
  id bigint generated always as identity primary key,
  legal_entity_id bigint not null references legal_entities (id),
  registry_entry_id bigint references registry_entries (id),
  simple_entry_id bigint references simple_registry_entries (id),
  individual_id bigint references individuals (id),
  kind text not null check (kind in ('message', 'call', 'meeting')),
  source text not null check (source in ('letter', 'chat', 'hand', 'file')),
  -- A planned contact counts until it is known to have failed.
  status text not null check (status in ('planned', 'held', 'failed', 'refused')),
  -- Why the law has refused it; of one that was held anyhow, what it has broken.
  reason text,
  at timestamptz not null,
  notice_id bigint unique references entry_notices (id) on delete cascade,
  message_id bigint references chat_messages (id) on delete cascade,
  -- Who of the creditor's people has had it, or has told of it.
  account_id bigint references accounts (id),
  note text check (length(note) between 1 and 500),
  created_at timestamptz not null default now(),
  check (num_nonnulls(registry_entry_id, simple_entry_id, individual_id) >= 1),
  check (num_nonnulls(registry_entry_id, simple_entry_id) <= 1),
  check ((source = 'letter') = (notice_id is not null)),
  check (message_id is null or source = 'chat'),
  check (source <> 'chat' or message_id is not null or status <> 'held'),
  check ((source in ('letter', 'chat')) = (kind = 'message'))
);
create index contact_records_entry on contact_records (registry_entry_id, at) where registry_entry_id is not null;
create index contact_records_simple on contact_records (simple_entry_id, at) where simple_entry_id is not null;
create index contact_records_person on contact_records (individual_id, at) where individual_id is not null;
create index contact_records_company on contact_records (legal_entity_id, at, id);
create index contact_records_at on contact_records (at, id);
create index contact_records_planned on contact_records (at, id) where status = 'planned' and source in ('hand', 'file');
create index contact_records_message on contact_records (message_id) where message_id is not null;

-- A first word that waits for the hour that the law allows: one of each person in a chat. Its place among the contacts is planned.
create table waiting_messages (
  id bigint generated always as identity primary key,
  chat_id bigint not null references chats (id) on delete cascade,
  account_id bigint not null references accounts (id),
  text text not null check (length(text) between 1 and 4000),
  send_at timestamptz not null,
  contact_id bigint not null references contact_records (id) on delete cascade,
  -- It will not go: when that came out, and why.
  ended_at timestamptz,
  why text,
  created_at timestamptz not null default now(),
  unique (chat_id, account_id),
  check ((ended_at is null) = (why is null))
);
create index waiting_messages_due on waiting_messages (send_at, id) where ended_at is null;
create index waiting_messages_contact on waiting_messages (contact_id);
create index waiting_messages_account on waiting_messages (account_id);

-- Whose claim it is now reads of it: who is written to before he is here finds it once he is, who is matched by mistake finds it no more.
create function person_of_notice(notice entry_notices) returns bigint language sql stable as $$
  select case when notice.entry_id is not null then (select individual_id from registry_entries where id = notice.entry_id)
    when notice.simple_entry_id is not null then (select individual_id from simple_registry_entries where id = notice.simple_entry_id)
    else notice.individual_id end
$$;
create function keep_contact_of_notice() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into contact_records as c (legal_entity_id, registry_entry_id, simple_entry_id, individual_id, kind, source, status, reason, at,
      notice_id, created_at)
    values (new.legal_entity_id, new.entry_id, new.simple_entry_id, person_of_notice(new), 'message', 'letter',
      case new.status when 'sent' then 'held' else new.status end, case new.status when 'refused' then new.reason end,
      coalesce(new.sent_at, new.planned_at, new.created_at), new.id, new.created_at)
    on conflict (notice_id) do update set status = excluded.status, reason = excluded.reason, at = excluded.at
      where (c.status, c.reason, c.at) is distinct from (excluded.status, excluded.reason, excluded.at);
  return null;
end $$;
-- A message that waits no more has no place of its own: whoever took it away, or was deleted with it.
create function free_contact_of_waiting() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update contact_records set status = 'failed' where id = old.contact_id and status = 'planned';
  return null;
end $$;
create function keep_person_of_contacts() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'registry_entries' then
    update contact_records set individual_id = new.individual_id where registry_entry_id = new.id;
  else
    update contact_records set individual_id = new.individual_id where simple_entry_id = new.id;
  end if;
  return null;
end $$;
create trigger contact after insert or update on entry_notices for each row
  when (new.channel = 'email') execute function keep_contact_of_notice();

select changes_noted('contact_records');
-- What people have said, or noted of a debtor, is not for whoever reads the audit.
create trigger audit after insert or update or delete on contact_records for each row execute function write_audit('note');
create trigger audit after insert or update or delete on waiting_messages for each row execute function write_audit('text');

create trigger contacts after update of individual_id on registry_entries for each row
  when (old.individual_id is distinct from new.individual_id) execute function keep_person_of_contacts();
create trigger contacts after update of individual_id on simple_registry_entries for each row
  when (old.individual_id is distinct from new.individual_id) execute function keep_person_of_contacts();
create trigger contact after delete on waiting_messages for each row execute function free_contact_of_waiting();

-- The payment of which a reminder tells.
alter table entry_notices add column due_date date;
