-- Up to which delivery the retention has looked: those that are kept for years lie before those that are over, and are not read anew by each portion.
-- Null when it has come to the end, and begins anew.
alter table retention_runs add column deliveries_after bigint;

-- What waited before 0165 names no creditor, and nobody asked the law about it: whose debt it tells of follows from where it leads. When it goes it
-- is judged as all else.
update deliveries d set legal_entity_id = w.creditor from (
  select o.id, coalesce(s.legal_entity_id, r.legal_entity_id, l.id) as creditor
  from deliveries o join notifications n on n.id = o.notification_id join accounts a on a.id = o.account_id and a.kind = 'individual'
    left join settlements s on s.id = substring(n.link from '^/settlement-(\d+)')::bigint
    left join requests r on r.id = substring(n.link from '^/request-\d+-(\d+)')::bigint
    left join legal_entities l on l.id = substring(n.link from '^/registry-entry-(\d+)-')::bigint
  where o.status in ('waiting', 'sending', 'failed', 'unknown') and o.legal_entity_id is null) w
  where w.id = d.id and w.creditor is not null;
