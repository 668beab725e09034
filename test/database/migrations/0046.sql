-- What 0046 adds: an agreement with a penalty, and a refund of what was paid of it.
update settlements set penalty = '{"per": "day", "rateBps": 10}', penalty_terms = '[{"since": "2026-01-10", "rule": {"per": "day", "rateBps": 10}}]',
  penalty_accrued = 300, penalty_paid = 100, penalty_waived = 50 where id = 2;
insert into refund_allocations (refund_id, penalty) select min(id), 100 from refunds having min(id) is not null;
