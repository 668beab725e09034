-- What 0019 adds: the account of a person.
insert into payment_details (individual_id, kind, bank_name, bik, number_sealed, number_mark, recipient_name, is_default, verified_at)
  select id, 'bank_account', 'Банк', '044525225', 'sealed', 'mark', 'Получатель', true, now() from individuals limit 1;
