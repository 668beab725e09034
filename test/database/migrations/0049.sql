-- What 0049 adds: a form that was published once.
insert into document_templates (kind, version, title, clauses, sha256) values ('agreement', 1, 'Соглашение № {{number}}', '[]', repeat('0', 64));
