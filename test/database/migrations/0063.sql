-- What 0063 indexes: the number of a payment beside those of the days before.
insert into payments (id, settlement_id, individual_id, legal_entity_id, channel, amount, status)
  overriding system value values (63, 2, 1, 1, 'sbp', 100, 'failed');
