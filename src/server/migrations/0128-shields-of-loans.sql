-- What a company that lends, or buys what others have lent, calls «Прочее» is a consumer's loan: its penalty, its terms of a breach and its
-- holidays are those of the law (docs/decisions/0129). The database sees to it, so that an older node opens none without these shields.
create function keep_loan_of_lender() returns trigger language plpgsql as $$
begin
  if not new.consumer and new.closed_at is null then
    new.consumer := exists (select from registry_entries e, legal_entities le, legal_entity_types t
      where e.id = new.registry_entry_id and le.id = new.legal_entity_id and t.id = le.type_id
        and e.contract_kind = 'other' and t.interest_right <> 'none');
  end if;
  return new;
end $$;
create trigger keep_loan_of_lender before insert or update of consumer on settlements
  for each row execute function keep_loan_of_lender();

-- The same of those that are there; of agreements that have ended nothing is counted anew. A notice of their breach that was issued by shorter
-- terms counts no more: after the delay of ст. 14 another one goes out, with its 30 days.
with changed as (
  update settlements s set consumer = true
  from registry_entries e, legal_entities le, legal_entity_types t
  where e.id = s.registry_entry_id and le.id = s.legal_entity_id and t.id = le.type_id
    and e.contract_kind = 'other' and t.interest_right <> 'none' and not s.consumer and s.closed_at is null
  returning s.id
), revoked as (
  update issued_documents d set status = 'revoked' from changed c
    where d.settlement_id = c.id and d.kind = 'breach_notice' and d.status = 'issued'
)
update notifications n set decided_at = now() from changed c
  where n.about_type = 'settlements' and n.about_id = c.id and n.topic = 'settlement.breach' and n.decided_at is null;

-- Prices that were judged while an average of the Bank of Russia that nobody had entered counted as no ceiling: the clock asks once more.
update settlements set price_standing = null, price_problem = null
  where price_standing = 'within' and plan_kind in ('annuity', 'differentiated') and signed_at is not null;
