-- What a person finds in the frame of every page: work that goes on in the background, and news.

create table background_tasks (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  -- The session that has asked: whoever it belongs to must still be let in when the work begins.
  session_id bigint not null references sessions (id),
  operation text not null,
  title text not null,
  -- A query may search by a name or a phone.
  query_sealed text not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  bytes bigint not null default 0,
  file_key text,
  file_name text,
  message text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  expires_at timestamptz not null,
  check (state <> 'done' or file_key is not null and file_name is not null)
);
create index background_tasks_account on background_tasks (account_id, id desc);
create index background_tasks_expires on background_tasks (expires_at);
create index background_tasks_file on background_tasks (file_key) where file_key is not null;

-- How far the work has got is written every second, which is nobody's change.
create trigger audit after insert or delete on background_tasks for each row execute function write_audit();
create trigger audit_state after update on background_tasks for each row
  when (old.state is distinct from new.state) execute function write_audit();

create table notifications (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  title text not null,
  detail text,
  link text check (link like '/%'),
  created_at timestamptz not null default now(),
  read_at timestamptz
);
create index notifications_account on notifications (account_id, created_at desc, id desc);
create index notifications_unread on notifications (account_id) where read_at is null;

select audited('notifications');
