-- Months of the ledger, closed one after another (docs/decisions/0170). A month is its first day.
create table ledger_months (
  id bigint generated always as identity primary key,
  month date not null unique check (extract(day from month) = 1),
  status text not null default 'open' check (status in ('open', 'closing', 'closed')),
  closed_by bigint references accounts (id),
  closed_at timestamptz,
  -- The last entry that was there when it was closed, and how many were booked in it.
  last_entry bigint,
  entries bigint,
  -- Over its rows below, the seal of its last day and the month before.
  hash bytea check (length(hash) = 32),
  -- Why its balances could not be written yet.
  problem text,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((status = 'open') = (closed_by is null)),
  check ((status = 'closed') = (hash is not null) and (status = 'closed') = (closed_at is not null)),
  check (problem is null or status = 'closing'),
  check ((status = 'closed') = (last_entry is not null) and (status = 'closed') = (entries is not null))
);
create index ledger_months_closed_by on ledger_months (closed_by);
create function keep_closed_month() returns trigger language plpgsql as $$
begin
  if old.status = 'closed' or (old.status = 'closing' and new.status = 'open') then
    raise exception 'a closed month does not change' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger keeps_closed before update on ledger_months for each row execute function keep_closed_month();
create function refuse_month_removed() returns trigger language plpgsql as $$
begin
  raise exception 'a month of the ledger is never taken away' using errcode = 'insufficient_privilege';
end $$;
create trigger stays before delete or truncate on ledger_months for each statement execute function refuse_month_removed();
select audited('ledger_months');

-- What each account had before a month, what moved in it and what it had after it; debit less credit.
create table ledger_month_accounts (
  month date not null references ledger_months (month),
  account text not null references ledger_accounts (code),
  opening bigint not null,
  debit bigint not null,
  credit bigint not null,
  closing bigint not null generated always as (opening + debit - credit) stored,
  primary key (month, account)
);
create trigger append_only before update or delete or truncate on ledger_month_accounts for each statement execute function refuse_change();

-- The same of each holder, in the months in which something moved for him and in the first one; 0 where nobody holds the account apart.
create table ledger_month_holders (
  month date not null references ledger_months (month),
  account text not null references ledger_accounts (code),
  holder_id bigint not null,
  opening bigint not null,
  debit bigint not null,
  credit bigint not null,
  closing bigint not null generated always as (opening + debit - credit) stored,
  primary key (account, holder_id, month)
);
create index ledger_month_holders_month on ledger_month_holders (month, account, holder_id);
create trigger append_only before update or delete or truncate on ledger_month_holders for each statement execute function refuse_change();

-- Entries whose value date is in a month that was closed before them: they are booked on the business day that was open.
create table ledger_late_entries (
  entry_id bigint primary key references ledger_entries (id),
  booked_on date not null
);
create index ledger_late_entries_day on ledger_late_entries (booked_on, entry_id);
select changes_noted('ledger_late_entries');
create trigger follows before insert or update or delete or truncate on ledger_late_entries
  for each statement execute function refuse_own_balance();

-- Whichever node writes an entry: what it writes into a closed month is late.
create function book_late_entry() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.value_date < (select max(month) + interval '1 month' from ledger_months where status <> 'open') then
    insert into ledger_late_entries (entry_id, booked_on) select new.id, day from business_days where status <> 'sealed';
  end if;
  return null;
end $$;
create trigger late after insert on ledger_entries for each row execute function book_late_entry();
