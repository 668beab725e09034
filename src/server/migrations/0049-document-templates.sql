-- The forms of documents, each version as it was published (src/domain/documents/templates.ts). A published text never changes.

create table document_templates (
  id bigint generated always as identity primary key,
  kind text not null,
  version int not null,
  title text not null,
  clauses jsonb not null,
  sha256 text not null,
  created_at timestamptz not null default now(),
  unique (kind, version)
);
create trigger append_only before update or delete or truncate on document_templates for each statement execute function refuse_change();
select audited('document_templates');
create index issued_documents_template on issued_documents (kind, template_version, id);
