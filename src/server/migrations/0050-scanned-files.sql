-- Whether a file was looked at for viruses: `none` where nobody scans, `held` while the scanner is away. Nobody is served a
-- file that is held or infected.
alter table stored_files add column scan text not null default 'none'
  check (scan in ('none', 'held', 'clean', 'infected'));
create index stored_files_held on stored_files (id) where scan = 'held';
