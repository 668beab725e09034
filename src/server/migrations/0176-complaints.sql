-- «Пожаловаться» (docs/decisions/0200): a person complains of a message of another side, or of a contact of the journal, once; an operator decides.
create table complaints (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  message_id bigint references chat_messages (id) on delete cascade,
  contact_id bigint references contact_records (id) on delete cascade,
  -- As what the contact stood in the journal then: its creditor may have changed that before anybody decides.
  contact_status text check (contact_status in ('held', 'failed')),
  kind text not null check (kind in ('threat', 'insult', 'others', 'misleading', 'untrue', 'other')),
  words text check (length(words) between 1 and 1000),
  status text not null default 'open' check (status in ('open', 'upheld', 'dismissed')),
  -- What the operator has said to whoever complains.
  answer text check (length(answer) between 1 and 1000),
  decided_by bigint references accounts (id),
  decided_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (num_nonnulls(message_id, contact_id) = 1),
  check ((contact_id is null) = (contact_status is null)),
  check (num_nonnulls(answer, decided_by, decided_at) = case status when 'open' then 0 else 3 end)
);
create unique index complaints_message on complaints (message_id, account_id) where message_id is not null;
create unique index complaints_contact on complaints (contact_id, account_id) where contact_id is not null;
create index complaints_account on complaints (account_id, id);
create index complaints_open on complaints ((status = 'open'), created_at, id);
create index complaints_created on complaints (created_at, id);

select changes_noted('complaints');
-- What people have said of one another is not for whoever reads the audit.
create trigger audit after insert or update or delete on complaints for each row execute function write_audit('words', 'answer');
