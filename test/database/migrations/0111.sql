update settlements set disputed = '[{"code": "penalty", "reason": null}]' where id = (select min(id) from settlements);
insert into terms_offers (id, settlement_id, kind, round, side, account_id, amount, plan, rows, disputed, terms_hash, template_version, status, expires_at)
  overriding system value
  select 111, settlement_id, 'terms', round + 111, side, account_id, amount, plan, rows, '[]', repeat('d', 64), 9, 'withdrawn', expires_at
  from terms_offers order by id limit 1;
