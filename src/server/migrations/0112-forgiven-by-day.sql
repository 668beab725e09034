-- no-transaction
-- What was forgiven, by the day on which the condition of the forgiveness was met (docs/decisions/0104).
drop index concurrently if exists settlements_forgiven;
create index concurrently settlements_forgiven on settlements ((coalesce(paid_on, (closed_at at time zone 'Europe/Moscow')::date)), id)
  where discount_amount > 0 and (status = 'paid' or close_reason = 'fulfilled');
