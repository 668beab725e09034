-- Documents that the platform issues: what they say is sealed and never changes, the file is made once.

-- By which code, sent by which letter and in which session somebody signed.
alter table one_time_codes add column letter_id bigint references letters (id);
alter table signatures
  add column code_id bigint references one_time_codes (id) on delete set null,
  add column session_id bigint references sessions (id) on delete set null;

create table issued_documents (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('agreement', 'signing_protocol')),
  number text not null,
  settlement_id bigint not null references settlements (id),
  agreement_id bigint not null references agreements (id),
  individual_id bigint not null references individuals (id),
  legal_entity_id bigint not null references legal_entities (id),
  template_version int not null,
  -- Everything that the document tells, passports included.
  facts_sealed text not null,
  facts_sha256 text not null,
  verify_code text not null unique check (verify_code ~ '^[0-9A-HJKMNP-TV-Z]{16}$'),
  status text not null default 'issued' check (status in ('issued', 'revoked')),
  file_key text unique,
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  size int check (size > 0),
  made_at timestamptz,
  issued_at timestamptz not null default now(),
  unique (agreement_id, kind),
  check (num_nonnulls(file_key, sha256, size, made_at) in (0, 4))
);
create index issued_documents_settlement on issued_documents (settlement_id, id);
create index issued_documents_unmade on issued_documents (id) where made_at is null;

-- A document gets its file once and may be revoked once; nothing else of it changes.
create function refuse_new_document() returns trigger language plpgsql as $$
declare
  made text[] := array['file_key', 'sha256', 'size', 'made_at'];
begin
  if to_jsonb(new) - made - 'status' <> to_jsonb(old) - made - 'status'
    or (old.made_at is not null and (new.file_key, new.sha256, new.size, new.made_at) is distinct from (old.file_key, old.sha256, old.size, old.made_at))
    or (old.status = 'revoked' and new.status <> 'revoked') then
    raise exception 'a document does not change' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger immutable before update on issued_documents for each row execute function refuse_new_document();
create trigger append_only before delete or truncate on issued_documents for each statement execute function refuse_change();

select audited('issued_documents');
