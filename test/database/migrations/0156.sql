-- The image of a row that is audited keeps no secret.
do $$ begin
  if audit_image('{"token_hash": "x", "name_sealed": null, "hash": 1}') <> '{"token_hash": "•••", "name_sealed": null, "hash": 1}' then
    raise exception 'a secret is shown, or something else hidden';
  end if;
end $$;
