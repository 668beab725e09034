-- What 0025 adds: a refund of a part, the row that it has opened, and a message about it.
insert into refunds (id, payment_id, settlement_id, amount, overpaid, returned, reason, status, partner_id, value_date, succeeded_at)
  overriding system value values (1, 1, 2, 40, 0, 40, 'Ошибочный платёж', 'succeeded', 'r-1', '2026-01-11', now());
insert into refund_allocations (refund_id, no, principal, interest) values (1, 1, 40, 0);
insert into partner_messages (id, type, payment_id, refund_id) values ('e-2', 'refund.succeeded', 1, 1);
