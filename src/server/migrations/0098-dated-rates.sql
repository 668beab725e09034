-- What the law sets by days: rates, ceilings, calendars. A row holds from its day on until the next one of its kind and key.
create table dated_rates (
  id bigint generated always as identity primary key,
  kind text not null,
  key text not null default '',
  valid_from date not null,
  value jsonb not null,
  source text not null,
  -- What one operator has proposed counts nowhere until a second one has agreed.
  approved boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index dated_rates_day on dated_rates (kind, key, valid_from) where approved;

select audited('dated_rates');

-- Limits of payments that an administrator had set lower than the law were settings before.
insert into dated_rates (kind, key, valid_from, value, source, approved)
select 'paymentLimit', limits.key, (now() at time zone 'Europe/Moscow')::date,
    jsonb_build_object('amount', s.kept -> limits.setting), 'Прежняя настройка площадки', true
  from settings s, (values ('none', 'unidentifiedPaymentAmount', 1500000), ('simplified', 'simplifiedPaymentAmount', 10000000))
    as limits (key, setting, usual)
  where jsonb_typeof(s.kept -> limits.setting) = 'number' and (s.kept ->> limits.setting)::bigint < limits.usual;
