insert into autopayments (settlement_id, individual_id, channel, status, partner_id, mask, bound_at)
  select id, individual_id, 'card', 'on', 'token-1', '•••• 4242', now() from settlements order by id limit 1;
insert into autopayment_attempts (autopayment_id, settlement_id, due_date, attempt, day, announced_at, announced_amount)
  select id, settlement_id, '2026-03-10', 1, '2026-03-10', now(), 100 from autopayments;
