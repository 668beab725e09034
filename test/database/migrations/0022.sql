-- What 0022 adds: an opinion of a debtor.
update settlements set rating = 5, feedback_text = 'Спасибо', feedback_status = 'moderation', feedback_at = now() where id = 2;
