-- A link for a new password that is ended before its time says so, and when: an end at its beginning told neither.
alter table restore_password_tokens add column revoked_at timestamptz;
-- Of those of before only the audit knows when that was; their end stays where it is, so that an older node opens none of them.
update restore_password_tokens set revoked_at = created_at where used_at is null and expires_at = created_at;
