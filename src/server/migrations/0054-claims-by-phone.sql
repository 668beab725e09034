-- Claims are looked up by the debtor's whole phone, too.

create index registry_entries_phone on registry_entries (phone);
