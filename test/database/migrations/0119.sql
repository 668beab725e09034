update operators set invited_by = (select min(id) from accounts);
update operators set vouched_by = invited_by;
