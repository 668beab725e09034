-- A loan that its lender calls «Прочее», bargained about while nobody took it for a consumer's.
select id from settlements where consumer;
