-- What 0021 adds: a payment with its allocation and what the partner has told of it.
insert into payments (id, settlement_id, individual_id, legal_entity_id, channel, amount, status, partner_id, value_date, succeeded_at)
  overriding system value values (1, 2, 1, 1, 'sbp', 100, 'succeeded', 'p-1', '2026-01-10', now());
insert into payment_allocations (payment_id, settlement_id, no, principal) values (1, 2, 1, 100);
insert into partner_messages (id, type, payment_id) values ('e-1', 'payment.succeeded', 1);
update individuals set identification_level = 'simplified' where id = 1;
