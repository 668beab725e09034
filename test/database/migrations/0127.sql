-- What 0127 indexes is there since 0126.
select id from individuals where verified_inn is not null;
