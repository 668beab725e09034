-- Photos of people: of each person one, drawn by ourselves.
alter table stored_files drop constraint stored_files_kind_check,
  add constraint stored_files_kind_check check (kind in ('zip', 'text', 'pdf', 'png', 'jpeg', 'webp'));

alter table owned_files
  add column employee_id bigint references employees (id),
  add column operator_id bigint references operators (id),
  drop constraint owned_files_place_check,
  add constraint owned_files_place_check check (place in ('slot', 'representative', 'folder', 'tariff', 'avatar')),
  drop constraint owned_files_owner,
  add constraint owned_files_owner
    check (num_nonnulls(individual_id, legal_entity_id, request_id, payment_id, employee_id, operator_id) = 1),
  drop constraint owned_files_check1,
  add constraint owned_files_of_company
    check (place in ('slot', 'avatar') or legal_entity_id is not null),
  add constraint owned_files_of_staff check (place = 'avatar' or num_nonnulls(employee_id, operator_id) = 0);

drop index owned_files_slot;
create unique index owned_files_slot
  on owned_files (individual_id, legal_entity_id, request_id, payment_id, employee_id, operator_id, place, kind)
  nulls not distinct where deleted_at is null and place in ('slot', 'representative', 'avatar');
create index owned_files_employee on owned_files (employee_id) where deleted_at is null;
create index owned_files_operator on owned_files (operator_id) where deleted_at is null;
