-- The journal of contacts told of SMS that were planned, and nothing here can send one: none has ever gone out. Those rows now
-- say so, no more are written, and they count nothing against the law's limits (230-ФЗ, ст. 7).
update entry_notices set status = 'refused', reason = 'never_sent', planned_at = null
  where channel = 'sms' and status = 'planned';
alter table entry_notices add constraint entry_notices_no_sms check (channel <> 'sms' or status = 'refused');

-- What a contact is about: the claim itself, or what has happened to a settlement of it.
alter table entry_notices
  add column about text not null default 'claim'
    check (about in ('claim', 'offer', 'concluded', 'due', 'overdue', 'cure', 'breached')),
  add column settlement_id bigint references settlements (id),
  add constraint entry_notices_settlement check ((about = 'claim') = (settlement_id is null));
create index entry_notices_of_settlement on entry_notices (settlement_id, about, created_at) where settlement_id is not null;
create index entry_notices_due_here on entry_notices (planned_at)
  where status = 'planned' and individual_id is not null;
