-- What 0032 adds: a new schedule that both have signed, its rows in the place of the old ones, and its paper.
insert into terms_offers (id, settlement_id, kind, round, side, account_id, amount, plan, rows, terms_hash, status, expires_at) overriding system value
  values (3, 2, 'addendum', 1, 'individual', 1, 100, '{"kind": "at_once"}', '[]', 'hash', 'accepted', now());
update schedule_items set status = 'cancelled', replaced_on = '2026-02-01' where settlement_id = 2;
insert into schedule_items (settlement_id, no, planned_date, due_date, principal, interest, amount, added_on)
  values (2, 1, '2026-04-01', '2026-04-01', 100, 0, 100, '2026-02-01');
insert into issued_documents (kind, number, settlement_id, agreement_id, individual_id, legal_entity_id, template_version,
    facts_sealed, facts_sha256, verify_code, offer_id)
  select 'addendum', 'У-2/1', 2, id, 1, 1, 1, '1.sealed', 'hash', '0123456789ABCDEJ', 3 from agreements limit 1;
