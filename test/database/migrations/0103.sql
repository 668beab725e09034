update individuals set passport_issued_at_sealed = '1.sealed', passport_issued_by_sealed = '1.sealed',
  passport_department_sealed = '1.sealed', reg_address_sealed = '1.sealed'
  where id = (select min(id) from individuals);
