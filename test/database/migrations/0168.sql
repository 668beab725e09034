update contact_records set asked_at = now() where status = 'planned';
