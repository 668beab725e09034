-- Who runs the platform, and the credit organisation through which money goes. They are named before the first start and
-- changed by two persons; what a paper or a consent says of them stays with it.
create table operating_companies (
  id bigint generated always as identity primary key,
  kind text not null unique check (kind in ('platform', 'rnko')),
  name text not null,
  ogrn text not null,
  inn text not null,
  address text not null,
  licence text,
  phone text not null,
  email text not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
select audited('operating_companies');

-- The text of a consent names the company that runs the platform: another name is another version, by the same wording.
alter table consent_documents
  add column wording int,
  add column wording_sha256 text;
alter table consent_documents disable trigger append_only;
update consent_documents set wording = version, wording_sha256 = sha256;
alter table consent_documents enable trigger append_only;
alter table consent_documents alter column wording set not null, alter column wording_sha256 set not null;
