-- Talks beside a request, the settlement that follows from it, a registry, and with those who support (docs/decisions/0172).
create table chats (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('request', 'registry', 'support')),
  individual_id bigint references individuals (id),
  legal_entity_id bigint references legal_entities (id),
  request_id bigint references requests (id),
  -- The latest settlement of the same two about the request.
  settlement_id bigint references settlements (id),
  registry_id bigint references registries (id),
  -- Whose question it is, of a chat with those who support.
  account_id bigint references accounts (id),
  -- The last number given to a message, and to a change of any. Whoever takes the next one holds this row until he has
  -- committed, so that a reader never sees a number before those below it.
  last_no int not null default 0,
  last_change bigint not null default 0,
  last_at timestamptz not null default now(),
  -- Whose word of a person is the last, and since when it waits for an answer.
  last_side text check (last_side in ('individual', 'creditor', 'operator')),
  waits_since timestamptz,
  -- Since when operators are asked to take part, and since when one does.
  called_at timestamptz,
  joined_at timestamptz,
  -- The request is this creditor's no more: his people have left.
  left_at timestamptz,
  created_at timestamptz not null default now(),
  check (case kind
    when 'request' then num_nonnulls(individual_id, legal_entity_id, request_id) = 3 and num_nonnulls(registry_id, account_id) = 0
    when 'registry' then num_nonnulls(legal_entity_id, registry_id) = 2 and num_nonnulls(individual_id, request_id, settlement_id, account_id) = 0
    else account_id is not null and num_nonnulls(legal_entity_id, request_id, settlement_id, registry_id) = 0 end)
);
-- Whole, though a chat has one of them at most: whoever looks for one names no kind, and would not be served by a part of an index.
create unique index chats_request on chats (request_id, legal_entity_id);
create unique index chats_registry on chats (registry_id);
create unique index chats_support on chats (account_id);
create index chats_individual on chats (individual_id, last_at desc, id desc) where individual_id is not null;
create index chats_legal_entity on chats (legal_entity_id, last_at desc, id desc) where legal_entity_id is not null;
create index chats_settlement on chats (settlement_id) where settlement_id is not null;
create index chats_of_operators on chats (last_at desc, id desc) where kind <> 'request' or called_at is not null;

create table chat_messages (
  id bigint generated always as identity primary key,
  chat_id bigint not null references chats (id),
  no int not null,
  -- The change of the chat that this message is in: grows with each change of it.
  change bigint not null,
  -- 55 a party, 56 an operator, 57 the system.
  author_kind smallint not null check (author_kind in (55, 56, 57)),
  side text check (side in ('individual', 'creditor', 'operator')),
  -- Who has written, or has made the move that the system tells of.
  account_id bigint references accounts (id),
  -- What the sender knows the message by: said twice, it is still one.
  client_key uuid,
  text text check (length(text) <= 4000),
  file_id bigint references owned_files (id) on delete set null,
  reply_to bigint references chat_messages (id),
  -- What has happened, of a message of the system; its words are made when it is read.
  event text,
  details jsonb not null default '{}',
  entry_id bigint,
  created_at timestamptz not null default clock_timestamp(),
  edited_at timestamptz,
  deleted_at timestamptz,
  deleted_by bigint references accounts (id),
  unique (chat_id, no),
  unique (chat_id, change),
  check ((author_kind = 57) = (event is not null)),
  check ((author_kind = 57) = (side is null)),
  check ((author_kind = 57) = (client_key is null))
);
create unique index chat_messages_key on chat_messages (chat_id, account_id, client_key) where client_key is not null;
create index chat_messages_file on chat_messages (file_id) where file_id is not null;
create index chat_messages_deleted on chat_messages (chat_id, id) where deleted_at is not null;
create index chat_messages_reply on chat_messages (reply_to) where reply_to is not null;

-- What a message said before it was changed.
create table chat_edits (
  id bigint generated always as identity primary key,
  message_id bigint not null references chat_messages (id),
  text text not null,
  written_at timestamptz not null,
  replaced_at timestamptz not null default now()
);
create index chat_edits_message on chat_edits (message_id, id);

-- How far each person has read.
create table chat_reads (
  id bigint generated always as identity primary key,
  chat_id bigint not null references chats (id),
  account_id bigint not null references accounts (id),
  side text not null check (side in ('individual', 'creditor', 'operator')),
  read_no int not null,
  read_at timestamptz not null default now(),
  unique (chat_id, account_id)
);
create index chat_reads_account on chat_reads (account_id);

-- Which moves of requests and settlements are told in their chats: what the code says of it, brought at the start of a server.
create table chat_events (event text primary key);

-- A file of a message.
alter table owned_files
  add column chat_id bigint references chats (id),
  drop constraint owned_files_owner,
  add constraint owned_files_owner check (
    num_nonnulls(individual_id, legal_entity_id, request_id, payment_id, employee_id, operator_id, life_event_id, chat_id) = 1),
  drop constraint owned_files_of_company,
  add constraint owned_files_of_company check (place in ('slot', 'avatar') or legal_entity_id is not null or chat_id is not null);
create index owned_files_chat on owned_files (chat_id) where chat_id is not null;

-- A message of the system takes its number as any other. --------------------------------------------------------------
create function post_to_chat(chat bigint, author bigint, what text, said jsonb, entry bigint) returns void language plpgsql as $$
declare
  taken chats%rowtype;
begin
  update chats set last_no = last_no + 1, last_change = last_change + 1, last_at = clock_timestamp()
    where id = chat returning * into taken;
  if not found then return; end if;
  insert into chat_messages (chat_id, no, change, author_kind, account_id, event, details, entry_id)
    values (chat, taken.last_no, taken.last_change, 57, author, what, said, entry);
end $$;

-- Each request that a creditor has, each settlement and each registry has its chat, whoever makes it.
-- They act for the owner of the tables: a node of before has no rights on these.
create function keep_request_chat() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  entered bigint;
begin
  if tg_op = 'UPDATE' and old.legal_entity_id is distinct from new.legal_entity_id then
    update chats set left_at = now()
      where request_id = new.id and legal_entity_id = old.legal_entity_id and settlement_id is null and left_at is null;
  end if;
  if new.legal_entity_id is not null then
    insert into chats (kind, request_id, individual_id, legal_entity_id)
      values ('request', new.id, new.individual_id, new.legal_entity_id)
      on conflict (request_id, legal_entity_id) where kind = 'request'
      do update set left_at = null where chats.left_at is not null
      returning id into entered;
    if entered is not null then perform post_to_chat(entered, null, 'chat.handed', '{}', null); end if;
  end if;
  return null;
end $$;
create trigger chat after insert or update of legal_entity_id on requests for each row execute function keep_request_chat();

create function keep_settlement_chat() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into chats (kind, request_id, settlement_id, individual_id, legal_entity_id)
    values ('request', new.request_id, new.id, new.individual_id, new.legal_entity_id)
    on conflict (request_id, legal_entity_id) where kind = 'request'
    do update set settlement_id = excluded.settlement_id, left_at = null;
  return null;
end $$;
create trigger chat after insert on settlements for each row execute function keep_settlement_chat();

create function keep_registry_chat() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into chats (kind, registry_id, legal_entity_id) values ('registry', new.id, new.legal_entity_id);
  return null;
end $$;
create trigger chat after insert on registries for each row execute function keep_registry_chat();

-- Each move that is told is told by the same statement that writes the history of it.
create function tell_chat_of_move() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  found_chat bigint;
begin
  if not exists (select from chat_events where event = new.machine || '.' || new.move) then return null; end if;
  if new.object_type = 'settlements' then
    select c.id into found_chat from settlements s
      join chats c on c.request_id = s.request_id and c.legal_entity_id = s.legal_entity_id
      where s.id = new.object_id;
  else
    select id into found_chat from chats where request_id = new.object_id order by left_at desc nulls first, id desc limit 1;
  end if;
  if found_chat is not null then perform post_to_chat(found_chat, new.account_id, new.machine || '.' || new.move, '{}', null); end if;
  return null;
end $$;
create trigger chat after insert on status_history for each row
  when (new.object_type in ('settlements', 'requests')) execute function tell_chat_of_move();

-- What an older node still writes into the messages of a registry stands in its chat too.
create function tell_registry_chat() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform post_to_chat(c.id, null, 'registry.' || new.kind, new.details, new.entry_id) from chats c where c.registry_id = new.registry_id;
  return null;
end $$;
create trigger chat after insert on registry_messages for each row execute function tell_registry_chat();

-- What has happened in a chat is announced with the commit that makes it true: to every node, by whichever one. ----------
create function announce_chat() returns trigger language plpgsql as $$
begin
  perform pg_notify('ugovor_chats', json_build_object('chat', new.id, 'no', new.last_no, 'change', new.last_change)::text);
  return null;
end $$;
create trigger announce after update of last_change on chats for each row execute function announce_chat();

create function announce_chat_read() returns trigger language plpgsql as $$
begin
  perform pg_notify('ugovor_chats', json_build_object('chat', new.chat_id, 'side', new.side, 'read', new.read_no)::text);
  return null;
end $$;
create trigger announce after insert or update on chat_reads for each row execute function announce_chat_read();

-- Somebody may have lost a right: the connections that live by it are looked at anew, those of one account where it is known.
create function announce_rights() returns trigger language plpgsql as $$
begin
  perform pg_notify('ugovor_rights', '');
  return null;
end $$;
create function announce_session() returns trigger language plpgsql as $$
begin
  perform pg_notify('ugovor_rights', coalesce(new.account_id, old.account_id)::text);
  return null;
end $$;
create trigger announce_rights after update of ended_at, expires_at, token_hash on sessions for each row
  when ((old.ended_at, old.expires_at, old.token_hash) is distinct from (new.ended_at, new.expires_at, new.token_hash))
  execute function announce_session();
create trigger announce_end after delete on sessions for each row execute function announce_session();
create trigger announce_rights after update of status, totp_sealed on accounts for each row
  when ((old.status, old.totp_sealed) is distinct from (new.status, new.totp_sealed)) execute function announce_rights();
create trigger announce_rights after update of active, role_id, legal_entity_id on memberships for each row
  when ((old.active, old.role_id, old.legal_entity_id) is distinct from (new.active, new.role_id, new.legal_entity_id))
  execute function announce_rights();
create trigger announce_rights after update of active, role_id on operators for each row
  when ((old.active, old.role_id) is distinct from (new.active, new.role_id)) execute function announce_rights();
create trigger announce_end after delete on accounts for each row execute function announce_rights();
create trigger announce_end after delete on memberships for each row execute function announce_rights();
create trigger announce_end after delete on operators for each row execute function announce_rights();
create trigger announce_rights after update of version on roles for each row
  when (old.version is distinct from new.version) execute function announce_rights();
create trigger announce_rights after insert or delete on role_permissions for each row execute function announce_rights();
create trigger announce_rights after update of deleted_at on individuals for each row
  when (old.deleted_at is distinct from new.deleted_at) execute function announce_rights();
create trigger announce_rights after update of deleted_at on legal_entities for each row
  when (old.deleted_at is distinct from new.deleted_at) execute function announce_rights();
create trigger announce_rights after update of left_at, called_at on chats for each row
  when ((old.left_at, old.called_at) is distinct from (new.left_at, new.called_at)) execute function announce_rights();

-- What is there already. ---------------------------------------------------------------------------------------------------
insert into chats (kind, request_id, individual_id, legal_entity_id, created_at, last_at)
  select 'request', id, individual_id, legal_entity_id, created_at, created_at from requests where legal_entity_id is not null;
insert into chats (kind, request_id, settlement_id, individual_id, legal_entity_id, created_at, last_at)
  select distinct on (request_id, legal_entity_id) 'request', request_id, id, individual_id, legal_entity_id, created_at, created_at
  from settlements order by request_id, legal_entity_id, id desc
  on conflict (request_id, legal_entity_id) where kind = 'request' do update set settlement_id = excluded.settlement_id;
insert into chats (kind, registry_id, legal_entity_id, created_at, last_at)
  select 'registry', id, legal_entity_id, created_at, created_at from registries;

insert into chat_messages (chat_id, no, change, author_kind, event, details, entry_id, created_at)
  select c.id, row_number() over own, row_number() over own, 57, 'registry.' || m.kind, m.details, m.entry_id, m.created_at
  from registry_messages m join chats c on c.registry_id = m.registry_id
  window own as (partition by c.id order by m.id);
update chats c set last_no = m.no, last_change = m.no, last_at = m.at
  from (select chat_id, max(no) as no, max(created_at) as at from chat_messages group by chat_id) m where m.chat_id = c.id;
insert into chat_reads (chat_id, account_id, side, read_no)
  select c.id, r.account_id, case a.kind when 'employee' then 'creditor' else 'operator' end,
    (select count(*) from registry_messages m where m.registry_id = r.registry_id and m.id <= r.message_id)
  from registry_reads r join chats c on c.registry_id = r.registry_id join accounts a on a.id = r.account_id
  where a.kind <> 'individual';

select changes_noted(name) from unnest(array['chats', 'chat_messages']) as name;
-- What the system tells follows from what is written elsewhere; numbers taken are no act of anybody.
create trigger audit after insert or update of called_at, joined_at, left_at on chats for each row execute function write_audit();
-- What people say to one another is not for whoever reads the audit: it stands in the message and in `chat_edits` alone.
create trigger audit after insert on chat_messages for each row when (new.author_kind <> 57)
  execute function write_audit('text', 'client_key');
create trigger audit_change after update or delete on chat_messages for each row execute function write_audit('text', 'client_key');
