-- What 0052 adds: a consent that was taken back.
insert into consents (account_id, document_id, ip, revoked_at)
  select a.id, d.id, '10.0.0.1', now() from (select min(id) as id from accounts) a, (select min(id) as id from consent_documents) d
  where a.id is not null and d.id is not null;
