-- A creditor who is paid to another account tells his debtors by a document, like a breach.
alter table issued_documents drop constraint issued_documents_kind_check,
  add constraint issued_documents_kind_check
    check (kind in ('agreement', 'signing_protocol', 'certificate', 'receipt', 'addendum', 'annulment',
      'breach_notice', 'termination_notice', 'restoration_notice', 'requisites_notice'));
alter table entry_notices drop constraint entry_notices_about_check,
  add constraint entry_notices_about_check
    check (about in ('claim', 'offer', 'concluded', 'due', 'overdue', 'cure', 'breached', 'requisites'));
-- Which account a notice has told of: a keyed mark, so that nobody is told the same twice.
alter table notices add column account_mark text;
