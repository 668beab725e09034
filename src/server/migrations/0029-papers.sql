-- Papers that operators keep about the tariffs of a company, and what somebody shows to prove a payment past the platform.

alter table owned_files
  add column payment_id bigint references payments (id),
  drop constraint owned_files_place_check,
  add constraint owned_files_place_check check (place in ('slot', 'representative', 'folder', 'tariff')),
  drop constraint owned_files_check,
  add constraint owned_files_owner check (num_nonnulls(individual_id, legal_entity_id, request_id, payment_id) = 1);

drop index owned_files_slot;
create unique index owned_files_slot on owned_files (individual_id, legal_entity_id, request_id, payment_id, place, kind)
  nulls not distinct where deleted_at is null and place in ('slot', 'representative');
create index owned_files_payment on owned_files (payment_id) where deleted_at is null;
