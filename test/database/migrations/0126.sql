-- Somebody verified who is looked at anew keeps his ИНН, whatever he types; a request that its creditor has called not his.
update individuals set verification_status = 'verified' where id = (select min(id) from individuals where inn is not null);
update individuals set verification_status = 'pending' where id = (select min(id) from individuals where inn is not null);
update simple_requests set declined_at = '2026-11-20 12:00+03' where id = (select min(id) from simple_requests);
update requests set declined_at = '2026-11-20 12:00+03', limitation_asked_at = '2026-11-20 12:00+03'
  where id = (select min(id) from requests);
update registry_entries set answer_by = '2026-12-04', answer_reminders = 1 where status = 'rejected_by_individual';
