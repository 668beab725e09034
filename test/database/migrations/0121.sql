-- A claim that its debtor has called not his.
update registry_entries set status = 'rejected_by_individual', decision_at = '2026-11-20 12:00+03', reject_reason = 'not_mine',
  reject_comment = 'Я такого договора не заключал' where id = (select min(id) from registry_entries);
