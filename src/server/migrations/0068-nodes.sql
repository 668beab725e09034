-- What a node tells of itself: where it keeps files, so that one with another place is not let in beside it, and which
-- process of which machine it is, so that a next start there sees at once that it has died.
alter table nodes add column storage text, add column process text;

-- A permission that the version started last does not know. It stays with every role that has it: a newer version may work
-- beside, or come back after a rollback.
alter table permissions add column absent_since timestamptz;

-- How far the filling of the demonstration has come; nothing where there is none.
create table demonstration (
  id boolean primary key default true check (id),
  begun_at timestamptz not null default now(),
  whole_at timestamptz
);
