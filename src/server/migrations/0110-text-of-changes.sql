-- What the paper of a new schedule or of an annulment tells as it stood on the day of the proposal: both read it and sign that text.
-- Proposals of before have none and are withdrawn (docs/decisions/0095).

alter table terms_offers add column told jsonb;
