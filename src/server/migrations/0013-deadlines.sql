-- What time does to deals: offers end, silence is warned of and closes, an unanswered request goes back to searching.

create index terms_offers_expiring on terms_offers (expires_at) where status = 'active';

-- Of how many days before the end the sides have been warned already; null when they have not.
alter table settlements add column silence_warned int;
create index settlements_silent on settlements ((coalesce(last_offer_at, created_at))) where status = 'negotiation';

-- How many times the creditor has been reminded of a request.
alter table requests add column answer_reminders int not null default 0;
create index requests_unanswered on requests (answer_by) where status = 'pending';
