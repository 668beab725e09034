-- Who has opened which text on the platform before it was signed: the first time, by the fingerprint of the text (docs/decisions/0144). What the
-- page asks for its fingerprint alone is not here.
create table text_readings (
  id bigint generated always as identity primary key,
  settlement_id bigint not null references settlements (id),
  account_id bigint not null references accounts (id),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  read_at timestamptz not null,
  unique (account_id, settlement_id, sha256)
);
create index text_readings_settlement on text_readings (settlement_id);
create trigger append_only before update or delete or truncate on text_readings for each statement execute function refuse_change();
create trigger audit after insert on text_readings for each row execute function write_audit();
