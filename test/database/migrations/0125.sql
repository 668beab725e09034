-- A refund that went past us and was written off.
insert into differences (reference, day, kind, theirs, status, decision) values
  ('line:expensed', '2026-11-20', 'missing_here', -10000, 'decided', 'expense');
