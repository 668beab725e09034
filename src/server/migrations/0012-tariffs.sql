-- Tariffs of the platform, as far as the fee of a deal needs them; the sum that both sides saw stays with the offer.

create table tariffs (
  id bigint generated always as identity primary key,
  name text collate "ru-x-icu" not null,
  legal_entity_id bigint references legal_entities (id),
  payer text not null check (payer in ('creditor', 'individual')),
  base text not null check (base in ('paid_amount', 'agreed_amount')),
  rate_bps int not null check (rate_bps between 0 and 10000),
  fixed bigint not null default 0 check (fixed >= 0),
  min bigint not null default 0 check (min >= 0),
  max bigint check (max >= min),
  vat_mode text not null check (vat_mode in ('none', 'included', 'on_top')),
  vat_bps int not null default 0 check (vat_bps between 0 and 10000),
  collect text not null check (collect in ('withhold', 'invoice')),
  valid_from date not null,
  valid_to date check (valid_to >= valid_from),
  created_at timestamptz not null default now()
);
create index tariffs_company on tariffs (legal_entity_id, valid_from);

alter table terms_offers add column fee jsonb;
-- The tariff by which the fee of an agreement is charged, as it was when it was concluded.
alter table settlements add column tariff jsonb;

select audited('tariffs');
