-- The ledger: double entry that only grows. The database itself keeps debits equal to credits, balances equal to the
-- lines, and guarded accounts at zero or above; the table of events and accounts is the domain's (ledger.ts).

create table ledger_accounts (
  code text primary key,
  -- The side on which the account grows.
  grows text not null check (grows in ('debit', 'credit')),
  holder text not null check (holder in ('legalEntity', 'individual', 'settlement', 'none')),
  memo boolean not null,
  -- Nobody takes more from it than there is.
  guarded boolean not null
);
insert into ledger_accounts (code, grows, holder, memo, guarded) values
  ('1010', 'debit', 'none', false, true), ('1020', 'debit', 'none', false, true),
  ('1200', 'debit', 'legalEntity', false, false), ('2010', 'credit', 'legalEntity', false, true),
  ('2020', 'credit', 'individual', false, true), ('2030', 'credit', 'none', false, true),
  ('2050', 'credit', 'none', false, false), ('9010', 'credit', 'none', false, false),
  ('9100', 'debit', 'none', false, false), ('M10', 'debit', 'settlement', true, true),
  ('M20', 'debit', 'settlement', true, true), ('M30', 'debit', 'settlement', true, true),
  ('M99', 'credit', 'settlement', true, true);
create trigger append_only before update or delete or truncate on ledger_accounts for each statement execute function refuse_change();

-- One entry for each event. `event` is what happened, as it was told; its lines follow from it.
create table ledger_entries (
  id bigint generated always as identity primary key,
  kind text not null,
  event jsonb not null,
  settlement_id bigint references settlements (id),
  -- The business day on which it counts; it may be earlier than the day it is written.
  value_date date not null,
  created_at timestamptz not null default now()
);
create index ledger_entries_settlement on ledger_entries (settlement_id, id);
create index ledger_entries_day on ledger_entries (value_date, id);

-- `holder_id` is 0 where nobody holds the account apart.
create table ledger_lines (
  id bigint generated always as identity primary key,
  entry_id bigint not null references ledger_entries (id),
  account text not null references ledger_accounts (code),
  holder_id bigint not null default 0 check (holder_id >= 0),
  side text not null check (side in ('debit', 'credit')),
  amount bigint not null check (amount > 0)
);
create index ledger_lines_entry on ledger_lines (entry_id);
create index ledger_lines_account on ledger_lines (account, holder_id, id);

create trigger append_only before update or delete or truncate on ledger_entries for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on ledger_lines for each statement execute function refuse_change();

-- Turnovers of each account of each holder. An account without holders is kept in several rows, so that payments made
-- at once do not wait for one another; its balance is their sum.
create table ledger_balances (
  account text not null references ledger_accounts (code),
  holder_id bigint not null,
  shard int not null,
  debit bigint not null,
  credit bigint not null,
  primary key (account, holder_id, shard)
);
create function refuse_own_balance() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'balances follow the lines of the ledger' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
create trigger follows before insert or update or delete or truncate on ledger_balances
  for each statement execute function refuse_own_balance();

-- Who takes from a guarded account that nobody holds apart does so alone: otherwise two could each see enough.
create function follow_lines() returns trigger language plpgsql as $$
declare
  taken text;
begin
  -- Money and memo accounts balance each by themselves.
  if exists (
    select from fresh f join ledger_accounts a on a.code = f.account group by f.entry_id, a.memo
    having sum(case f.side when 'debit' then f.amount else -f.amount end) <> 0
  ) then
    raise exception 'lines of the ledger that come together balance' using errcode = 'check_violation', constraint = 'ledger_balanced';
  end if;
  for taken in
    select a.code from fresh f join ledger_accounts a on a.code = f.account
    where a.guarded and a.holder = 'none' and f.side <> a.grows group by a.code order by a.code
  loop
    perform pg_advisory_xact_lock(hashtextextended('ledger ' || taken, 0));
  end loop;
  insert into ledger_balances as b (account, holder_id, shard, debit, credit)
    select account, holder_id, case when holder_id = 0 then pg_backend_pid() % 16 else 0 end,
      coalesce(sum(amount) filter (where side = 'debit'), 0), coalesce(sum(amount) filter (where side = 'credit'), 0)
    from fresh group by account, holder_id order by account, holder_id
    on conflict (account, holder_id, shard) do update set debit = b.debit + excluded.debit, credit = b.credit + excluded.credit;
  if exists (
    select from (select f.account, f.holder_id, a.grows from fresh f join ledger_accounts a on a.code = f.account
      where a.guarded and f.side <> a.grows group by 1, 2, 3) t
    where (select sum(case when t.grows = 'debit' then b.debit - b.credit else b.credit - b.debit end)
      from ledger_balances b where b.account = t.account and b.holder_id = t.holder_id) < 0
  ) then
    raise exception 'an account of the ledger would go below zero' using errcode = 'check_violation', constraint = 'ledger_overdrawn';
  end if;
  return null;
end $$;
create trigger follow after insert on ledger_lines referencing new table as fresh for each statement execute function follow_lines();

-- Looked at when the transaction ends: an entry without lines, or with lines that do not balance, is never kept.
create function demand_balanced() returns trigger language plpgsql as $$
declare
  lines int;
begin
  select count(*) into lines from ledger_lines l where l.entry_id = new.id;
  if lines = 0 then
    raise exception 'entry % of the ledger has no lines', new.id using errcode = 'check_violation', constraint = 'ledger_balanced';
  end if;
  return null;
end $$;
create constraint trigger balanced after insert on ledger_entries deferrable initially deferred
  for each row execute function demand_balanced();

-- Agreements concluded before there was a ledger enter it as they stand: nothing has been paid of them yet.
insert into ledger_entries (kind, event, settlement_id, value_date)
  select 'concluded', jsonb_build_object('kind', 'concluded', 'settlementId', s.id, 'legalEntityId', s.legal_entity_id,
      'individualId', s.individual_id, 'claim', i.claim, 'forgiven', s.discount_amount),
    s.id, (s.signed_at at time zone 'Europe/Moscow')::date
  from settlements s cross join lateral (select sum(amount)::bigint as claim from schedule_items where settlement_id = s.id) i
  where s.status = 'waiting_for_payment' and i.claim > 0 order by s.id;
insert into ledger_lines (entry_id, account, holder_id, side, amount)
  select e.id, l.account, e.settlement_id, l.side, l.amount
  from ledger_entries e cross join lateral (values
    ('M10', 'debit', (e.event ->> 'claim')::bigint), ('M20', 'debit', (e.event ->> 'forgiven')::bigint),
    ('M99', 'credit', (e.event ->> 'claim')::bigint + (e.event ->> 'forgiven')::bigint)) as l (account, side, amount)
  where l.amount > 0 order by e.id;
