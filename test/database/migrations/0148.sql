insert into terms_offers (id, settlement_id, kind, round, side, account_id, amount, plan, rows, breach_by_rule, terms_hash, template_version, status, expires_at)
  overriding system value
  select 148, settlement_id, 'terms', round + 148, side, account_id, amount, plan, rows, true, repeat('d', 64), 12, 'withdrawn', expires_at
  from terms_offers order by id limit 1;
