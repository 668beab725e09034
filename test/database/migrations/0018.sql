-- What 0018 adds: the terms of a proposal.
update approvals set details = '{"termsHash": "hash"}' where id = (select min(id) from approvals);
