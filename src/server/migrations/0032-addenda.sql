-- An agreement in force may be changed by both of its sides: a new schedule for what is left, or the bargaining again.

-- What the acceptance of an offer concludes.
alter table terms_offers
  add column kind text not null default 'terms' check (kind in ('terms', 'addendum', 'annulment')),
  drop constraint terms_offers_settlement_id_round_key,
  add constraint terms_offers_round unique (settlement_id, kind, round);

-- Rounds of bargainings whose agreement was given up count no more.
alter table settlements add column rounds_before int not null default 0;

-- A row of a schedule is in force from the day it was added, the agreement's own since its beginning, until it is replaced.
alter table schedule_items
  add column added_on date,
  add column replaced_on date,
  add constraint schedule_items_replaced check (replaced_on is null or status = 'cancelled'),
  drop constraint schedule_items_settlement_id_no_key;
create unique index schedule_items_no on schedule_items (settlement_id, no) where status <> 'cancelled';
create index schedule_items_settlement on schedule_items (settlement_id, no);

-- Which offer a paper has been signed by; null for the agreement's own papers.
alter table issued_documents drop constraint issued_documents_kind_check,
  add constraint issued_documents_kind_check
    check (kind in ('agreement', 'signing_protocol', 'certificate', 'receipt', 'addendum', 'annulment')),
  add column offer_id bigint references terms_offers (id),
  add constraint issued_documents_of_offer check (kind not in ('addendum', 'annulment') or offer_id is not null);
drop index issued_documents_of_agreement;
create unique index issued_documents_of_agreement on issued_documents (agreement_id, kind, coalesce(offer_id, 0))
  where payment_id is null;
