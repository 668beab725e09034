-- No agreement of before lets its debtor shift a payment, and nothing has been shifted.
do $$ begin
  if exists (select from settlements where shift_every is not null) or exists (select from terms_offers where shift_every is not null) then
    raise exception 'terms of before give a right that nobody has signed';
  end if;
end $$;
update settlements set shift_every = 6 where id = (select min(id) from settlements);
insert into payment_shifts (settlement_id, offer_id, no, from_date, to_date, document_id, account_id, ip, user_agent, terms_hash)
  select o.settlement_id, o.id, 1, '2026-12-10', '2026-12-17', d.id, o.account_id, '127.0.0.1', 'browser', repeat('d', 64)
  from terms_offers o join issued_documents d on d.settlement_id = o.settlement_id order by o.id, d.id limit 1;
