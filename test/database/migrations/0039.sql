-- What 0039 adds: a payer who asks for his money back, and money that nobody has asked for.
insert into refund_requests (payment_id, amount, reason) select min(id), 100, 'Заплачено дважды' from payments having min(id) is not null;
insert into differences (reference, day, kind, statement_id, movement, theirs, status, decision)
  values ('line:held', '2026-01-10', 'missing_here', 'held', 'transfer', 700, 'held', 'unmatched');
