-- Saved views were taken for any screen and with any look: nobody can open those of screens that there are not, and no
-- table has a look as large as some of them.

delete from saved_views where screen not in (
  'approvals', 'audit', 'employee-accounts', 'employee-cards', 'employees', 'feedback', 'individual-accounts',
  'individual-categories', 'individuals', 'invites', 'ledger', 'legal-entities', 'legal-entity-types', 'operators',
  'payments', 'reconciliation', 'registries-full', 'registries-simple', 'registry-absent-entries', 'registry-entries',
  'registry-entries-of-all', 'registry-entries-of-one', 'registry-problems-full', 'registry-problems-simple',
  'registry-rows-full', 'registry-rows-simple', 'requests', 'requests-of-all', 'requests-of-person',
  'requests-of-person-to-company', 'requests-of-registry', 'requests-to-company', 'settlement-templates', 'settlements',
  'simple-absent-entries', 'simple-accepted', 'simple-entries-of-one', 'simple-requests', 'simple-requests-of-all',
  'simple-requests-of-person', 'simple-requests-to-company', 'tariffs');
update saved_views set view = '{}' where octet_length(view::text) > 16384;
alter table saved_views add constraint saved_views_view_size check (octet_length(view::text) <= 65536);
