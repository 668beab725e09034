-- What 0028 adds: a claim that has been paid by its agreement.
update registry_entries set frozen_at = now(), settled_at = now()
where id = (select registry_entry_id from settlements where id = 2);
