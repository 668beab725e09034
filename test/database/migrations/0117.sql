update notices set deed_mark = repeat('a', 32) where settlement_id is null;
