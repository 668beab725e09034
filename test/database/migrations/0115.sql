-- What 0115 indexes is there since 0113.
select id from notices;
