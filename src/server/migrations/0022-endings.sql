-- How settlements end: the certificate, the opinion of the debtor, the notice before a breach.

alter table issued_documents drop constraint issued_documents_kind_check,
  add constraint issued_documents_kind_check check (kind in ('agreement', 'signing_protocol', 'certificate'));

alter table settlements
  add column closed_at timestamptz,
  add column cure_notice_on date,
  add column rating int check (rating between 1 and 5),
  add column feedback_text text,
  add column feedback_status text not null default 'none' check (feedback_status in ('none', 'moderation', 'published', 'rejected')),
  add column feedback_reason text,
  add column feedback_at timestamptz,
  -- The day on which its deadlines have been looked at.
  add column looked_on date,
  add check ((feedback_status = 'none') = (rating is null));
-- Those closed before this day were closed when they were last touched.
update settlements set closed_at = updated_at where status = 'closed';

create index settlements_running on settlements (id) where status in ('waiting_for_payment', 'paid');
create index settlements_closed on settlements (closed_at desc, id desc) where status = 'closed';
create index settlements_feedback on settlements (feedback_status, feedback_at desc, id desc) where feedback_status <> 'none';
