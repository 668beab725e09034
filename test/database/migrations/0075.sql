-- What 0075 adds: an operator who was invited.
insert into registration_tokens (token_hash, kind, email, role_id, expires_at)
  select '\x0075', 'operator', 'invited-operator@test.example', id, '2026-01-10' from roles where kind = 'operator' limit 1;
