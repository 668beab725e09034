-- By which decision money of a line is in the ledger: it stays so when the line looks otherwise later and is decided anew.
alter table differences add column booked text check (booked in ('assign', 'unmatched', 'commission', 'expense', 'invoice'));
update differences set booked = decision where decision in ('assign', 'unmatched', 'commission', 'expense', 'invoice');
update differences d set booked = 'invoice' where booked is null and exists (select from invoice_payments p where p.difference_id = d.id);
update differences d set booked = 'assign'
  where booked is null and exists (select from payments p where p.id = d.payment_id and p.partner_id = d.statement_id and p.channel = 'bank_transfer');
