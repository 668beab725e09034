-- Since when the payer of a charge knows that it was refused and may still come; when operators were told that it has no end (docs/decisions/0180).
alter table autopayment_attempts add column doubted_at timestamptz, add column hanging_told_at timestamptz;
