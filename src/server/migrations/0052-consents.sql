-- Texts that people have signed stay as they were; a consent is looked up by its owner.

create trigger append_only before update or delete or truncate on consent_documents for each statement execute function refuse_change();
create index consents_account on consents (account_id, id);
alter table consents add constraint consents_channel check (channel in ('web'));
