-- An offer whose agreement was composed with it, after those that have none.
insert into terms_offers (id, settlement_id, round, side, account_id, amount, plan, rows, terms_hash, template_version, status, expires_at)
  overriding system value
  select 97, settlement_id, round + 97, side, account_id, amount, plan, rows, repeat('9', 64), 3, 'withdrawn', expires_at
  from terms_offers order by id limit 1;
