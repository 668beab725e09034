-- A notification that asks for a decision says about what, so that it can name it and go away once that is decided.
alter table notifications
  add column topic text,
  add column about_type text,
  add column about_id bigint,
  add column decided_at timestamptz,
  add constraint notifications_about_whole check ((about_type is null) = (about_id is null) and (topic is null or about_id is not null));
create index notifications_open on notifications (about_type, about_id) where topic is not null and decided_at is null;
