-- no-transaction
-- The close of a day asks which payments were touched since it began. The bounds of ranges are enough for that, and unlike a tree they do not
-- make each change of a payment write an index.
drop index concurrently if exists payments_touched;
create index concurrently payments_touched on payments using brin (updated_at) with (pages_per_range = 32, autosummarize = on);
