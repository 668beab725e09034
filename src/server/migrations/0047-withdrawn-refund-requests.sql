-- A payer may take his question back while nobody has answered it.
alter table refund_requests drop constraint refund_requests_status_check,
  add constraint refund_requests_status_check check (status in ('asked', 'granted', 'refused', 'withdrawn'));
