-- Where the term of limitation may have run out its debtor is told so, and what a recognition does, before he recognises the
-- debt (ГК РФ, ст. 203, 206). That he was, and when, stands with his answer, his request and his signature.
alter table one_time_codes add column limitation_shown boolean not null default false;
alter table signatures
  add column limitation_shown_at timestamptz,
  add constraint signatures_limitation_shown check (limitation_shown_at is null or side = 'individual');
alter table requests add column limitation_shown_at timestamptz;
alter table simple_registry_entries add column limitation_shown_at timestamptz;
