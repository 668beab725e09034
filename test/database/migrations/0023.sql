-- What 0023 adds: a tariff that waits for the second person.
insert into tariffs (name, payer, base, rate_bps, vat_mode, collect, valid_from, approved)
  values ('Новый', 'creditor', 'paid_amount', 300, 'none', 'withhold', '2099-01-01', false);
