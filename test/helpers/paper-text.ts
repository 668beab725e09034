import { publishedForm } from '#server/modules/documents/forms.queries.ts';
import { factsIn, printed } from '#server/modules/documents/make.ts';
import type { App } from '#server/platform/app.ts';

/** What the last paper of a kind of a settlement says, line by line: its words, the rows of its tables, its signatures. */
export async function paperText(app: App, settlementId: number, kind: string): Promise<string> {
  const { db } = app.database;
  const row = await db
    .selectFrom('issuedDocuments')
    .select(['kind', 'factsSealed', 'factsSha256', 'templateVersion'])
    .where('settlementId', '=', settlementId)
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const form = await publishedForm(db, { kind, version: row.templateVersion });
  return printed(form, factsIn(app, row, null))
    .flatMap((block) => {
      if (block.type === 'table') return block.rows.map((cells) => cells.join(' | '));
      return 'lines' in block ? block.lines : [block.text];
    })
    .join('\n');
}
