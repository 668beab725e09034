insert into invoice_issuers (platform_id, kpp, bank_name, bik, corr_account, account, head_name, head_position)
  select min(id), '770701001', 'Банк', '044525225', '30101810400000000225', '40702810138000000005', 'Петров П. П.', 'директор'
  from operating_companies where kind = 'platform';
insert into paper_numbers (issuer_id, kind, year, last) select min(id), 'invoice', 2026, 1 from invoice_issuers;
insert into invoices (number, issuer_id, legal_entity_id, month, issued_on, due_date, amount, vat, corrected, paid, facts)
  select 'СЧ-2026-000001', min(i.id), min(e.id), '2026-01-01', '2026-01-31', '2026-02-06', 12200, 2200, 6100, 6100, '{}'
  from invoice_issuers i cross join legal_entities e;
insert into invoice_corrections (number, invoice_id, legal_entity_id, issued_on, amount, vat, used, facts)
  select 'КД-2026-000001', id, legal_entity_id, '2026-02-28', 6100, 1100, 6100, '{}' from invoices;
insert into invoice_rows (invoice_id, entry_id, payment_id, settlement_id, day, amount, vat, vat_bps)
  select v.id, (select min(id) from ledger_entries), p.id, p.settlement_id, '2026-01-10', 12200, 2200, 2200
  from invoices v cross join (select id, settlement_id from payments order by id limit 1) p;
insert into invoice_payments (legal_entity_id, invoice_id, amount, value_date, place, reference, account_id)
  select legal_entity_id, id, 100, '2026-02-10', 'bank', '17', (select min(id) from accounts) from invoices;
insert into invoice_allocations (invoice_id, correction_id, amount) select invoice_id, id, amount from invoice_corrections;
