-- Notices that count (ГК РФ, ст. 165.1): each is a document; when it was sent, delivered and read is kept beside it.

alter table issued_documents drop constraint issued_documents_kind_check,
  add constraint issued_documents_kind_check
    check (kind in ('agreement', 'signing_protocol', 'certificate', 'receipt', 'addendum', 'annulment',
      'breach_notice', 'termination_notice', 'restoration_notice'));
drop index issued_documents_of_agreement;
create unique index issued_documents_of_agreement on issued_documents (agreement_id, kind, coalesce(offer_id, 0))
  where payment_id is null and kind not like '%\_notice';

-- Which letter has gone out for a contact: its end is told by the mail server.
alter table entry_notices
  add column letter_id bigint references letters (id) on delete set null;
create index entry_notices_letter on entry_notices (letter_id) where letter_id is not null;

create table notices (
  id bigint generated always as identity primary key,
  document_id bigint not null unique references issued_documents (id),
  settlement_id bigint not null references settlements (id),
  -- The letter that brings it, as the journal of contacts plans it.
  contact_id bigint references entry_notices (id) on delete set null,
  -- Of a breach: the due day of the oldest payment that it demands, and when the creditor was asked what he decides.
  about_due date,
  decision_asked_at timestamptz,
  sent_at timestamptz,
  delivered_at timestamptz,
  -- The mail server has refused the letter.
  returned_at timestamptz,
  read_at timestamptz
);
create index notices_settlement on notices (settlement_id, id);
create index notices_contact on notices (contact_id) where contact_id is not null;
create index notices_under_way on notices (id)
  where contact_id is not null and (sent_at is null or (delivered_at is null and returned_at is null));
select audited('notices');

-- What an agreement says of its end: whether it names e-mail for notices, and whether it ends by the rule that its creditor has
-- signed beforehand. Agreements of older forms say neither: there the creditor decides, and a letter alone delivers nothing.
alter table agreements
  add column names_email boolean not null default false,
  add column breach_by_rule boolean not null default false;

-- Notices were no documents before: whoever was only told on the screen is told again.
alter table settlements drop column cure_notice_on;
