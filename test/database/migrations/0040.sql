-- What 0040 adds: a person whom the partner knows, a company that he is asked about, its questionnaire, and his messages.
insert into rnko_identities (individual_id, status, wanted_level, data_sealed, valid_until)
  values (1, 'success', 'simplified', '1.sealed', '2027-01-10');
insert into rnko_identities (legal_entity_id, status, wanted_level, data_sealed, sent_at, partner_silent)
  values (1, 'sent', 'full', '1.sealed', now(), true);
insert into rnko_forms (legal_entity_id, status, form_sealed, reason) values (1, 'rejected', '1.sealed', 'Нет владельцев');
insert into partner_messages (partner, id, type, identity_id)
  select 'rnko', 'e-1', 'identification.success', id from rnko_identities where individual_id = 1;
insert into partner_messages (partner, id, type, form_id) select 'rnko', 'e-2', 'form.accepted', id from rnko_forms;
