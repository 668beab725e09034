-- Whether the text of an offer says that the creditor's rule ends the agreement for a breach; null of one that was made before that was kept,
-- and of a change of an agreement: such an offer names the rule where the conditions have it (docs/decisions/0163).
alter table terms_offers add column breach_by_rule boolean;
