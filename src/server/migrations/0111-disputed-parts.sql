-- Which parts of a debt its debtor disputes (docs/decisions/0103): while the bargaining goes on, what he says now; afterwards what
-- the agreement says.

alter table settlements add column disputed jsonb not null default '[]';

-- As it stood when the offer was made, so that whoever answers it sees whether it has changed; null of offers by older forms.
alter table terms_offers add column disputed jsonb;
