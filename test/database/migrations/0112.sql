-- What 0112 indexes is there since 0009.
select id from settlements;
