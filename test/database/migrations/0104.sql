insert into operating_companies (kind, name, ogrn, inn, address, licence, phone, email) values
  ('platform', 'ООО «Прежняя»', '1237700000009', '7700000009', 'Москва', null, '+7 (495) 000-00-01', 'old@ugovor.test'),
  ('rnko', 'ООО РНКО «Прежняя»', '1237700000010', '7700000016', 'Москва', '№ 1-К', '+7 (495) 000-00-02', 'rnko@ugovor.test');
insert into consent_documents (kind, version, title, body, sha256, required, audience, wording, wording_sha256)
  values ('other', 1, 'Прочее', 'Текст', 'x', false, '{}', 1, 'x');
