update registry_entries set restored_total = 100, restored_on = '2026-11-20', explained_total = 200, explained_why = 'Проценты', explained_at = now()
where id = (select min(id) from registry_entries);
