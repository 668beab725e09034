-- What a company that lends, or buys what others have lent, calls «Прочее» is a consumer's loan: its penalty, its terms of a breach and its
-- holidays are those of the law (docs/decisions/0129). Of agreements that have ended nothing is counted anew.
update settlements s set consumer = true
  from registry_entries e, legal_entities le, legal_entity_types t
  where e.id = s.registry_entry_id and le.id = s.legal_entity_id and t.id = le.type_id
    and e.contract_kind = 'other' and t.interest_right <> 'none' and not s.consumer and s.closed_at is null;

-- Prices that were judged while an average of the Bank of Russia that nobody had entered counted as no ceiling: the clock asks once more.
update settlements set price_standing = null, price_problem = null
  where price_standing = 'within' and plan_kind in ('annuity', 'differentiated') and signed_at is not null;
