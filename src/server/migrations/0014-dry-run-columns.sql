-- Rows of the dry run stand in columns of their own, as the entries have them: a load then copies columns to columns, and
-- the database takes the rows by COPY. Only the columns of both kinds of registry that are not sealed; any may be empty.
alter table registry_rows
  add last_name text collate "ru-x-icu",
  add first_name text collate "ru-x-icu",
  add middle_name text collate "ru-x-icu",
  add birth_date date,
  add phone text,
  add email text,
  add tz text,
  add contact_flag text,
  add contract_kind text,
  add issued_amount bigint,
  add rate int,
  add contract_end date,
  add overdue_from date,
  add principal bigint,
  add interest bigint,
  add interest_overdue bigint,
  add penalty bigint,
  add fee bigint,
  add court_cost bigint,
  add total bigint,
  add as_of date,
  add min_amount bigint,
  add max_payments int,
  add stage text,
  add case_no text,
  add court text,
  add basis text,
  add cedent_name text,
  add cedent_inn text,
  add cession_ref text,
  add cession_notice date,
  add comment text,
  add approx_amount bigint;

-- The four columns that the table has had before are filled already and repeat themselves.
update registry_rows r set (last_name, first_name, middle_name, birth_date, phone, email, tz, contact_flag, contract_kind,
    issued_amount, rate, contract_end, overdue_from, principal, interest, interest_overdue, penalty, fee, court_cost, total,
    as_of, min_amount, max_payments, stage, case_no, court, basis, cedent_name, cedent_inn, cession_ref, cession_notice,
    comment, approx_amount)
  = (select c.last_name, c.first_name, c.middle_name, c.birth_date, c.phone, c.email, c.tz, c.contact_flag, c.contract_kind,
    c.issued_amount, c.rate, c.contract_end, c.overdue_from, c.principal, c.interest, c.interest_overdue, c.penalty, c.fee,
    c.court_cost, c.total, c.as_of, c.min_amount, c.max_payments, c.stage, c.case_no, c.court, c.basis, c.cedent_name,
    c.cedent_inn, c.cession_ref, c.cession_notice, c.comment, c.approx_amount
  from jsonb_populate_record(null::registry_rows, r.content) c);

alter table registry_rows drop column content;

-- A load adds entries of one registry by the thousand, and a key checked for each of them costs as much as an index. The
-- tallies are written by the same statements, one row for each registry: checked there, the keys hold for the entries.
alter table registry_entries
  drop constraint registry_entries_legal_entity_id_fkey, drop constraint registry_entries_registry_id_fkey;
alter table simple_registry_entries
  drop constraint simple_registry_entries_legal_entity_id_fkey, drop constraint simple_registry_entries_registry_id_fkey;
alter table registry_snapshots drop constraint registry_snapshots_registry_id_fkey;
alter table entry_tallies
  add foreign key (legal_entity_id) references legal_entities (id), add foreign key (registry_id) references registries (id);
