-- The penalty of late payments: what an agreement says of it, what has been counted of it, paid and given up.

-- `penalty` is the rule as it stands: of the creditor's conditions, of his last offer, of the agreement. `penalty_terms` are
-- the rules of the agreement by days. A debt of a consumer's credit has the law's ceiling.
alter table settlements
  add column consumer boolean not null default true,
  add column penalty jsonb,
  add column penalty_terms jsonb not null default '[]',
  add column penalty_accrued bigint not null default 0,
  add column penalty_paid bigint not null default 0 check (penalty_paid >= 0),
  add column penalty_waived bigint not null default 0 check (penalty_waived >= 0),
  add constraint settlements_penalty check (penalty_accrued >= penalty_paid + penalty_waived);
update settlements s set consumer = e.contract_kind in ('consumer', 'microloan', 'card')
  from registry_entries e where e.id = s.registry_entry_id and e.contract_kind not in ('consumer', 'microloan', 'card');

alter table terms_offers add column penalty jsonb;

-- What of a penalty goes back with a refund; `no` is null for it.
alter table refund_allocations
  add column penalty bigint not null default 0 check (penalty >= 0),
  alter column no drop not null,
  alter column principal set default 0,
  alter column interest set default 0,
  drop constraint refund_allocations_check,
  add constraint refund_allocations_check check (principal + interest + penalty > 0);
