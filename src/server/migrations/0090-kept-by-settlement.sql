-- What keeps a person from being erased is called a settlement like everywhere else.
update erasures set kept_by = array_replace(kept_by, 'deal', 'settlement') where 'deal' = any (kept_by);
