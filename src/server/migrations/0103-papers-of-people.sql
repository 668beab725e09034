-- A paper names a debtor by his own verified profile: who issued his passport, when, the code of the unit, and where he is
-- registered. What a creditor's registry tells of him stays the creditor's word.
alter table individuals
  add column passport_issued_at_sealed text,
  add column passport_issued_by_sealed text,
  add column passport_department_sealed text,
  add column reg_address_sealed text;
