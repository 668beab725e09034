-- Agreements of before on short loans, whose charges nobody has asked for (353-ФЗ, ст. 5, ч. 24; docs/decisions/0214): the clock judges them
-- once, and operators find in the list what is above the law. Nothing else is changed by it.
update settlements s set price_problem = 'Заново'
  from registry_entries e
  where e.id = s.registry_entry_id and s.signed_at is not null and s.price_standing is null and s.price_problem is null
    and e.contract_kind not in ('utilities', 'telecom') and e.issued_amount is not null
    and e.contract_end <= e.contract_date + interval '1 year';
