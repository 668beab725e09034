-- Who gets a letter with the figures of each closed day (docs/decisions/0178): an operator who wants it.
create table close_letters (
  id bigint generated always as identity primary key,
  account_id bigint not null unique references accounts (id),
  created_at timestamptz not null default now()
);
select audited('close_letters');
