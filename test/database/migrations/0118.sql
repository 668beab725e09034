insert into assignment_deeds (legal_entity_id, cedent_inn, cession_ref, attached_by)
select le.id, '7707083893', '№ 12 от 05.05.2026', a.id from legal_entities le, accounts a order by le.id, a.id limit 1;
