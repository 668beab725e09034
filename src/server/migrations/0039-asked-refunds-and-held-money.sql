-- A payer asks for his money back; an accountant proposes the refund or says why there is none.
create table refund_requests (
  id bigint generated always as identity primary key,
  payment_id bigint not null references payments (id),
  -- What he asks for, kopecks.
  amount bigint not null check (amount > 0),
  reason text not null,
  status text not null default 'asked' check (status in ('asked', 'granted', 'refused')),
  -- Why there will be no refund.
  answer text,
  refund_id bigint references refunds (id),
  decided_by bigint references accounts (id),
  decided_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((status = 'refused') = (answer is not null)),
  check ((status = 'granted') = (refund_id is not null))
);
-- Of a payment one is asked for at a time.
create unique index refund_requests_open on refund_requests (payment_id) where status = 'asked';
create index refund_requests_payment on refund_requests (payment_id, id);
create index refund_requests_refund on refund_requests (refund_id) where refund_id is not null;
create index refund_requests_decided_by on refund_requests (decided_by) where decided_by is not null;
select audited('refund_requests');

-- Money of nobody is held until somebody finds out whose it is.
alter table differences drop constraint differences_status_check, drop constraint differences_check1;
update differences set status = 'held' where status = 'decided' and decision = 'unmatched';
alter table differences
  add constraint differences_status_check check (status in ('open', 'held', 'decided', 'cleared')),
  add constraint differences_decided check ((status in ('held', 'decided')) = (decision is not null)),
  add constraint differences_held check ((status = 'held') = (decision is not distinct from 'unmatched'));
