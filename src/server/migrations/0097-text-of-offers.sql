-- By which version of its form the agreement of an offer is composed: what both sign is that text. An offer from before has none;
-- it is withdrawn by the clock and its parties are told.
alter table terms_offers add column template_version int check (template_version > 0);
