-- What 0012 adds: a tariff.
insert into tariffs (name, payer, base, rate_bps, vat_mode, collect, valid_from)
  values ('Общий', 'creditor', 'paid_amount', 300, 'none', 'withhold', '2026-01-01');
