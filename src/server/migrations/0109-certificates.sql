-- Certificates and statements that a creditor owes a debtor, each signed by a code of its own or by a rule signed beforehand.

alter table issued_documents drop constraint issued_documents_kind_check,
  add constraint issued_documents_kind_check
    check (kind in ('agreement', 'signing_protocol', 'certificate', 'receipt', 'addendum', 'annulment',
      'breach_notice', 'termination_notice', 'restoration_notice', 'requisites_notice', 'statement'));
drop index issued_documents_of_agreement;
create unique index issued_documents_of_agreement on issued_documents (agreement_id, kind, coalesce(offer_id, 0))
  where payment_id is null and kind <> 'statement' and kind not like '%\_notice';

-- Who has signed a paper or a rule in a company's name: by which code, in which session, from where, and what.
create table creditor_signatures (
  id bigint generated always as identity primary key,
  legal_entity_id bigint not null references legal_entities (id),
  account_id bigint not null references accounts (id),
  code_id bigint references one_time_codes (id) on delete set null,
  session_id bigint references sessions (id) on delete set null,
  ip text not null,
  user_agent text not null,
  -- As whom and by what right (docs/decisions/0096).
  signatory jsonb not null,
  text_sha256 text not null check (text_sha256 ~ '^[0-9a-f]{64}$'),
  signed_at timestamptz not null default now()
);
create index creditor_signatures_account on creditor_signatures (account_id);
select audited('creditor_signatures');

-- The rule that certificates are issued and signed without a person; of a company one is in force.
create table certificate_rules (
  id bigint generated always as identity primary key,
  legal_entity_id bigint not null references legal_entities (id),
  version int not null check (version > 0),
  signature_id bigint not null unique references creditor_signatures (id),
  revoked_at timestamptz,
  revoked_by bigint references accounts (id),
  check ((revoked_at is null) = (revoked_by is null))
);
create unique index certificate_rules_in_force on certificate_rules (legal_entity_id) where revoked_at is null;
select audited('certificate_rules');

create table certificate_requests (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('certificate', 'statement')),
  status text not null default 'waiting' check (status in ('waiting', 'issued', 'cancelled')),
  settlement_id bigint not null references settlements (id),
  individual_id bigint not null references individuals (id),
  legal_entity_id bigint not null references legal_entities (id),
  -- Nobody asks for a certificate: the agreement promises it.
  asked_by bigint references accounts (id),
  asked_at timestamptz not null default now(),
  -- Of a statement: the day on which the debt is told.
  debt_on date,
  -- The working days count from it; the last day in time, the day of the reminder.
  since date not null,
  due_on date not null,
  remind_on date not null,
  reminded_at timestamptz,
  missed_at timestamptz,
  document_id bigint unique references issued_documents (id),
  issued_at timestamptz,
  rule_id bigint references certificate_rules (id),
  signature_id bigint unique references creditor_signatures (id),
  check ((kind = 'statement') = (debt_on is not null)),
  check ((status = 'issued') = (document_id is not null)),
  check (num_nonnulls(document_id, issued_at) in (0, 2)),
  -- Neither: the platform has issued it by the order that the agreement holds.
  check (num_nonnulls(rule_id, signature_id) <= 1 and (document_id is not null or num_nonnulls(rule_id, signature_id) = 0)),
  check (since <= due_on and remind_on <= due_on)
);
create unique index certificate_requests_owed on certificate_requests (settlement_id) where kind = 'certificate' and status = 'waiting';
create unique index certificate_requests_asked on certificate_requests (settlement_id, debt_on) where kind = 'statement' and status = 'waiting';
create index certificate_requests_settlement on certificate_requests (settlement_id, id);
create index certificate_requests_company on certificate_requests (legal_entity_id, id);
create index certificate_requests_person on certificate_requests (individual_id, id);
create index certificate_requests_waiting on certificate_requests (due_on, id) where status = 'waiting';
select audited('certificate_requests');

-- Whoever has paid before this day is promised it as well; five working days are seven days at least.
insert into certificate_requests (kind, settlement_id, individual_id, legal_entity_id, since, due_on, remind_on)
select 'certificate', id, individual_id, legal_entity_id, paid_on, paid_on + 7, paid_on + 5
from settlements where status = 'paid' and paid_on is not null;
