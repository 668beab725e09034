-- What 0047 adds: a question that its payer has taken back.
insert into refund_requests (payment_id, amount, reason, status, decided_at)
  select min(id), 100, 'Передумал', 'withdrawn', now() from payments having min(id) is not null;
