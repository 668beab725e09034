do $$ begin
  if exists (select from restore_password_tokens where used_at is null and (expires_at = created_at) <> (revoked_at is not null)) then
    raise exception 'a link that was ended does not say so';
  end if;
end $$;
update restore_password_tokens set revoked_at = now() where used_at is null;
