-- What the verifications of the hash chain found. The hash is remembered apart from the seals: a chain that somebody has
-- computed anew holds in itself, but no longer ends where it did.
create table audit_verifications (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  -- From the first row on, or from where the last one ended.
  whole boolean not null,
  -- The last seal that holds, the row that it covers, and up to where the audit was settled; zeros and null before the first.
  seq bigint not null,
  audit_id bigint,
  hash bytea not null,
  settled bigint not null,
  -- The first row that was changed, removed, put in past the chain or sealed anew; null when all hold.
  broken_at bigint
);
create trigger append_only before update or delete or truncate on audit_verifications for each statement execute function refuse_change();
