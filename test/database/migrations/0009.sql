-- What 0009 adds: a bargaining with an offer, an agreement with its signatures and schedule.
insert into settlements (id, request_id, registry_entry_id, individual_id, legal_entity_id, debt, debt_total, debt_as_of, turn, round, search)
  overriding system value
  select 1, id, 1, 1, 1, '[{"code": "principal", "amount": 123}]', 123, '2026-01-10', 'creditor', 1, 'у-1 семёнова алёна' from requests where status = 'pending';
insert into terms_offers (id, settlement_id, round, side, account_id, amount, plan, rows, terms_hash, expires_at) overriding system value
  values (1, 1, 1, 'individual', 1, 100, '{"kind": "at_once"}', '[]', 'hash', now() + interval '7 days');
insert into settlements (id, request_id, registry_entry_id, individual_id, legal_entity_id, debt, debt_total, debt_as_of, status, close_reason, search)
  overriding system value
  select 2, id, 1, 1, 1, '[]', 123, '2026-01-10', 'closed', 'withdrawn', 'у-2' from requests where status = 'closed' limit 1;
insert into terms_offers (id, settlement_id, round, side, account_id, amount, plan, rows, terms_hash, status, expires_at) overriding system value
  values (2, 2, 1, 'individual', 1, 100, '{"kind": "at_once"}', '[]', 'hash', 'accepted', now());
insert into signatures (settlement_id, offer_id, side, account_id, method, terms_hash, ip, user_agent)
  values (2, 2, 'individual', 1, 'pep_otp', 'hash', '127.0.0.1', 'Браузер');
insert into agreements (settlement_id, offer_id, snapshot, snapshot_sha256) values (2, 2, '{}', 'hash');
insert into schedule_items (settlement_id, no, planned_date, due_date, principal, interest, amount)
  values (2, 1, '2026-03-01', '2026-03-02', 100, 0, 100);
