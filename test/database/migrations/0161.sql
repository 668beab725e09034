update notifications set event = 'settlement.offer' where id = (select min(id) from notifications);
insert into notification_choices (account_id, event, channel, is_on) select min(id), 'settlement.offer', 'letter', true from accounts;
insert into notification_schedules (account_id, zone, quiet_from, quiet_until, digest_at) select min(id), 'Europe/Moscow', 22, 8, 9 from accounts;
insert into push_keys (public_key, private_sealed) values ('public-0161', 'sealed');
insert into push_subscriptions (account_id, push_key_id, endpoint_sealed, endpoint_mark, browser)
  select (select min(id) from accounts), id, 'sealed', 'mark-0161', 'Firefox' from push_keys;
insert into messenger_links (account_id, chat_sealed, chat_mark, linked_at) select min(id), 'sealed', 'chat-0161', now() from accounts;
insert into deliveries (account_id, notification_id, event, channel, due_at)
  select account_id, id, event, 'push', now() from notifications where event is not null;
insert into deliveries (account_id, channel, contents_sealed, due_at) select min(id), 'sms', 'sealed', now() from accounts;
insert into partner_messages (partner, id, type) values ('sms', 'sms-0161', 'message.delivered');
