insert into text_readings (settlement_id, account_id, sha256, read_at)
  select s.id, min(a.id), repeat('a', 64), now() from settlements s, accounts a group by s.id limit 1;
