-- By what right a kind of company asks for interest: it lends itself, it goes on with the interest of the contracts it has
-- bought, or it asks for none (ГК РФ, ст. 384, 809; 353-ФЗ, ст. 4). A kind that somebody has added asks for none until told.
alter table legal_entity_types
  add column interest_right text not null default 'none' check (interest_right in ('lender', 'acquirer', 'none'));
update legal_entity_types set interest_right = 'lender' where name in ('Банк', 'МФО', 'КПК');
update legal_entity_types set interest_right = 'acquirer' where name = 'ПКО';
insert into legal_entity_types (name, help, place, interest_right) values
  ('СКПК', 'Сельскохозяйственный кредитный потребительский кооператив', 42, 'lender'),
  ('Ломбард', null, 44, 'lender')
on conflict do nothing;

-- What was offered last is found by its rounds: the price of an offer is judged by the schedule of the one before.
create index terms_offers_last on terms_offers (settlement_id, side, id desc) where kind = 'terms';
