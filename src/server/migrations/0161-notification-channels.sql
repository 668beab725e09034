-- What is told beside the cabinet (docs/decisions/0182, 0183). Which event a notification is of; rows of before have none.
alter table notifications add column event text;

-- What a person has chosen of the table of events; what is not here is as the table says.
create table notification_choices (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  event text not null,
  channel text not null check (channel in ('letter', 'sms', 'push', 'messenger')),
  is_on boolean not null,
  updated_at timestamptz not null default now(),
  unique (account_id, event, channel)
);

-- Quiet hours and the digest, by the clock of the person's own zone.
create table notification_schedules (
  id bigint generated always as identity primary key,
  account_id bigint not null unique references accounts (id),
  zone text not null,
  quiet_from smallint not null check (quiet_from between 0 and 23),
  quiet_until smallint not null check (quiet_until between 0 and 23),
  digest_at smallint check (digest_at between 0 and 23),
  updated_at timestamptz not null default now()
);

-- The keys by which push services know the platform (VAPID); the newest one is given to browsers.
create table push_keys (
  id bigint generated always as identity primary key,
  public_key text not null unique,
  private_sealed text not null,
  created_at timestamptz not null default now()
);

-- Browsers that have agreed to be told.
create table push_subscriptions (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  push_key_id bigint not null references push_keys (id),
  endpoint_sealed text not null,
  -- The keyed mark of the address: a browser that is bound again is one row, whoever signs in there.
  endpoint_mark text not null unique,
  browser text not null,
  created_at timestamptz not null default now()
);
create index push_subscriptions_account on push_subscriptions (account_id, id);
create index push_subscriptions_push_key on push_subscriptions (push_key_id);

-- A chat of the messenger's bot that a person has bound, or is about to: by the link with this token.
create table messenger_links (
  id bigint generated always as identity primary key,
  account_id bigint not null unique references accounts (id),
  token_hash bytea unique,
  token_expires_at timestamptz,
  chat_sealed text,
  chat_mark text unique,
  linked_at timestamptz,
  created_at timestamptz not null default now(),
  check ((chat_sealed is null) = (chat_mark is null) and (chat_sealed is null) = (linked_at is null)),
  check ((token_hash is null) = (token_expires_at is null))
);

-- What goes to somebody by one channel beside the cabinet, and what became of it.
create table deliveries (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  -- Gone with its notification; null of a code.
  notification_id bigint references notifications (id) on delete cascade,
  event text,
  channel text not null check (channel in ('letter', 'sms', 'push', 'messenger')),
  status text not null default 'waiting'
    check (status in ('waiting', 'sending', 'sent', 'delivered', 'failed', 'unknown', 'dropped')),
  -- Under this key a gateway knows it, however often it is asked.
  partner_key uuid not null unique default gen_random_uuid(),
  provider_id text,
  -- Where a code goes and what it says: an address that is no contact of the account yet.
  contents_sealed text,
  letter_id bigint references letters (id) on delete set null,
  due_at timestamptz not null,
  attempts int not null default 0,
  problem text,
  sending_at timestamptz,
  sent_at timestamptz,
  delivered_at timestamptz,
  created_at timestamptz not null default now(),
  check ((notification_id is null) = (event is null)),
  check ((notification_id is null) = (contents_sealed is not null))
);
create unique index deliveries_once on deliveries (notification_id, channel) where notification_id is not null;
create index deliveries_account on deliveries (account_id, id);
create index deliveries_status on deliveries (status, id);
create index deliveries_event on deliveries (event, id);
create index deliveries_provider on deliveries (provider_id) where provider_id is not null;
create index deliveries_waiting on deliveries (due_at) where status = 'waiting';
create index deliveries_due on deliveries (channel, due_at, id) where status = 'waiting' and notification_id is not null;
create index deliveries_codes on deliveries (due_at, id) where status = 'waiting' and notification_id is null;
create index deliveries_open on deliveries (sending_at) where status = 'sending';
create index deliveries_created on deliveries (created_at);
create index deliveries_letter on deliveries (letter_id) where letter_id is not null;

-- What becomes of a letter the outbox says, whichever node sends it.
create function deliver_by_letter() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update deliveries
    set status = case new.status when 'queued' then 'sending' else new.status end, attempts = new.attempts,
      problem = new.problem, provider_id = new.provider_id, sent_at = new.sent_at
    where letter_id = new.id;
  return null;
end $$;
create trigger deliver after update of status on letters for each row
  when (old.status is distinct from new.status) execute function deliver_by_letter();

-- The gateway of SMS speaks to us as the other partners do; what was written before is looked at by 0162.
alter table partner_messages
  drop constraint partner_messages_partner_check,
  add constraint partner_messages_partner_check check (partner in ('payments', 'rnko', 'sms')) not valid;

select audited(name) from unnest(array['notification_choices', 'notification_schedules', 'push_subscriptions', 'push_keys', 'messenger_links']) as name;
select changes_noted('deliveries');
