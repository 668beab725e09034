-- On which day the clock last asked whether what lies to be signed may still be (docs/decisions/0154).
alter table settlements add column offer_judged_on date;
