-- The account of the payout of before was refused by its bank, so two look at it anew.
do $$ begin
  if exists (select from payment_details where trusted_at is not null) then
    raise exception 'an account that was never paid to is trusted';
  end if;
end $$;
update payment_details set trusted_at = now() where verified_at is not null;
