-- What 0029 adds: an appendix to the tariffs of a company, and a paper about a payment.
insert into owned_files (legal_entity_id, place, kind, file_id)
  select le.id, 'tariff', 'tariff', f.id from (select id from stored_files limit 1) f, (select id from legal_entities limit 1) le;
insert into owned_files (payment_id, place, kind, file_id)
  select p.id, 'slot', 'proof', f.id from (select id from stored_files limit 1) f, (select id from payments limit 1) p;
