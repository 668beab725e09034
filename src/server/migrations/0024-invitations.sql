-- A debtor who is not here yet is told by a letter that his creditor has ordered (domain rules, §7.6 and §12): such a
-- notice has nobody of the platform yet, is planned for a moment that the law allows, and once sent tells when.
alter table entry_notices
  alter column individual_id drop not null,
  add column sent_at timestamptz,
  drop constraint entry_notices_status_check,
  add constraint entry_notices_status_check check (status in ('shown', 'planned', 'refused', 'sent')),
  add constraint entry_notices_known check (individual_id is not null or channel = 'email'),
  add constraint entry_notices_sent check ((status = 'sent') = (sent_at is not null));
create index entry_notices_due on entry_notices (planned_at)
  where status = 'planned' and individual_id is null;
create index entry_notices_company on entry_notices (legal_entity_id, created_at);
