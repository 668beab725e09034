-- What 0076 adds: why a refund has failed.
update refunds set fail_reason = 'Банк плательщика отказал' where status = 'failed';
