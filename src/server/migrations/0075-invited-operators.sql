-- Operators are invited by an administrator: a registration token of theirs has a role and no company.
alter table registration_tokens drop constraint registration_tokens_kind_check;
alter table registration_tokens add constraint registration_tokens_kind_check check (kind in ('individual', 'employee', 'operator'));
alter table registration_tokens add constraint registration_tokens_operator
  check (kind <> 'operator' or (role_id is not null and legal_entity_id is null));
