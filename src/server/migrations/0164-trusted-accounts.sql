-- Since when money goes to an account without a second person: two operators have agreed to pay there since its owner has confirmed it
-- (docs/decisions/0191). What was paid to before is known already.
alter table payment_details add column trusted_at timestamptz;
update payment_details d set trusted_at = now()
  where verified_at is not null and exists (
    select from payouts p where p.payment_detail_id = d.id and p.status = 'succeeded' and p.created_at >= d.verified_at);
