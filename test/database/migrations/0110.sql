insert into terms_offers (id, settlement_id, kind, round, side, account_id, amount, plan, rows, told, terms_hash, template_version, status, expires_at)
  overriding system value
  select 110, settlement_id, 'addendum', round + 110, side, account_id, amount, plan, rows, '{}', repeat('c', 64), 4, 'withdrawn', expires_at
  from terms_offers order by id limit 1;
