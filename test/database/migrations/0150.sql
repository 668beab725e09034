insert into payout_rules (legal_entity_id, every, least) select min(id), 'week', 50000 from legal_entities;
insert into payouts (legal_entity_id, amount, payment_detail_id, detail_version, bank_name, account, status, succeeded_at, value_date)
  select legal_entity_id, 100000, id, 1, 'Банк', '•••• 0005', 'returned', now(), current_date
  from payment_details where legal_entity_id is not null order by id limit 1;
insert into payout_returns (payout_id, partner_key, amount, value_date, returned_at)
  select id, '00000000-0000-4000-8000-000000000150', amount, current_date, now() from payouts;
