-- What 0078 adds: events of security, of a known account and of nobody, and an alert.
insert into security_events (minute, kind, operation, network, account_id, times)
  select date_trunc('minute', now()), 'access_denied', 'account-care.list', '10.0.0.1', min(id), 2 from accounts;
insert into security_events (minute, kind, network, login_mark, times) values (date_trunc('minute', now()), 'sign_in_failed', '10.0.0.1', 'mark', 1);
insert into security_alerts (kind, since) values ('sign_in_failed', now());
