-- The loan that its lender calls «Прочее» is a consumer's, whatever an older node writes, and the notice of its breach counts no more.
update settlements set consumer = false where id = 1;
do $$ begin
  if (select closed_at is null and not consumer from settlements where id = 1)
    or exists (select from issued_documents where settlement_id = 1 and kind = 'breach_notice' and status = 'issued') then
    raise exception 'the shields of a loan are missing';
  end if;
end $$;
-- Agreements without interest by now, whose price was judged when they had it.
update settlements set price_standing = 'within', price_problem = null
  where signed_at is not null and plan_kind not in ('annuity', 'differentiated');
