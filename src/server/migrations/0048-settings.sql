-- How an administrator has set the platform: one row. What it does not name is as usual (src/domain/settings/settings.ts).

create table settings (
  id bigint primary key check (id = 1),
  kept jsonb not null default '{}' check (jsonb_typeof(kept) = 'object'),
  version int not null default 1,
  updated_at timestamptz not null default now()
);
insert into settings (id) values (1);
select audited('settings');
