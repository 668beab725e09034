-- no-transaction
-- A complaint calls operators into the talk that its message is of; the decision ends that call (docs/decisions/0204). Each statement bears being
-- repeated, and none keeps others from their talks for longer than a moment.
alter table chats
  add column if not exists called_by_complaint boolean not null default false,
  add column if not exists call_ended_at timestamptz;
alter table chats drop constraint if exists chats_call_ended_at_check;
alter table chats add constraint chats_call_ended_at_check check (call_ended_at is null or called_at is not null) not valid;
alter table chats validate constraint chats_call_ended_at_check;

-- What was called for before by a complaint: its message and the first of them are of one moment.
update chats c set called_by_complaint = true
  where called_at is not null and exists (select from complaints k join chat_messages m on m.id = k.message_id
    where m.chat_id = c.id and abs(extract(epoch from k.created_at - c.called_at)) < 1);
-- All of them are decided: nobody comes any more.
update chats c set call_ended_at = now(), joined_at = null
  where called_by_complaint and call_ended_at is null and not exists (select from complaints k join chat_messages m on m.id = k.message_id
    where m.chat_id = c.id and k.status = 'open');

create or replace trigger audit after insert or update of called_at, call_ended_at, joined_at, left_at on chats for each row execute function write_audit();
