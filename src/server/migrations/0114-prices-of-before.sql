-- no-transaction
-- How the price of an agreement stands to the law of its day (docs/decisions/0109): those of before the ceilings are judged by the
-- clock, so that operators can find them.
alter table settlements
  add column if not exists price_standing text check (price_standing in ('within', 'above', 'unknown')),
  add column if not exists price_problem text;
drop index concurrently if exists settlements_price;
create index concurrently settlements_price on settlements (price_standing, id desc) where price_standing in ('above', 'unknown');
drop index concurrently if exists settlements_price_unjudged;
create index concurrently settlements_price_unjudged on settlements (id)
  where price_standing is null and signed_at is not null and plan_kind in ('annuity', 'differentiated');
