-- What 0026 adds: a payment past the platform that its other side has not answered.
insert into payments (id, settlement_id, individual_id, legal_entity_id, channel, amount, stated_by, paid_on, comment)
  overriding system value values (2, 2, 1, 1, 'outside', 100, 'individual', '2026-01-10', 'Перевод на карту');
