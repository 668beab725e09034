-- 0037 adds no rows.
select 1;
