-- What 0038 adds: a category of people, a kind of companies beside those of the migration, a tariff for both.
insert into individual_categories (name) values ('Пенсионер');
insert into legal_entity_types (name) values ('Ломбард');
update individuals set category_id = (select id from individual_categories) where id = (select min(id) from individuals);
update legal_entities set type_id = (select id from legal_entity_types where name = 'Банк') where id = 1;
insert into tariffs (name, legal_entity_type_id, individual_category_id, payer, base, rate_bps, vat_mode, collect, valid_from)
  select 'Банк и пенсионер', t.id, c.id, 'creditor', 'paid_amount', 100, 'none', 'withhold', '2099-01-01'
  from legal_entity_types t, individual_categories c where t.name = 'Банк';
