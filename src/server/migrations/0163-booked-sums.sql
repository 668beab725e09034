-- How much of a line is in the ledger by decisions: what is more or less of it later is booked by two (docs/decisions/0190).
alter table differences add column booked_sum bigint check (booked_sum is null or booked is not null);
update differences set booked_sum = theirs where booked is not null and status in ('held', 'decided') and decision = booked;
update differences d set booked_sum = p.amount from payments p
  where d.booked_sum is null and d.booked = 'assign' and p.id = d.payment_id and p.channel = 'bank_transfer';
update differences d set booked_sum = p.amount from invoice_payments p
  where d.booked_sum is null and d.booked = 'invoice' and p.difference_id = d.id;
-- One line may pay in parts.
alter table invoice_payments drop constraint invoice_payments_difference_id_key;
create index invoice_payments_difference on invoice_payments (difference_id);
