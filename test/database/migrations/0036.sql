-- What 0036 adds: a function that an operator has turned off for a company.
insert into company_features (legal_entity_id, feature, is_on, changed_by)
  select 1, 'invitation_letters', false, id from accounts order by id limit 1;
