import type { DocumentTemplate } from '#domain/documents/document-template.ts';
import type { Db } from '#server/platform/database/db.ts';

/** A form as it was published: by its number, or by its kind and version. Published forms never go. */
export async function publishedForm(
  db: Db,
  which: { id: number } | { kind: string; version: number },
): Promise<DocumentTemplate> {
  const forms = db.selectFrom('documentTemplates').select(['kind', 'version', 'title', 'clauses']);
  const found =
    'id' in which
      ? forms.where('id', '=', which.id)
      : forms.where('kind', '=', which.kind).where('version', '=', which.version);
  return found.executeTakeFirstOrThrow();
}
