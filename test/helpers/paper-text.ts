import type { Block } from '#domain/documents/document-template.ts';
import { publishedForm } from '#server/modules/documents/forms.queries.ts';
import { factsIn, printed } from '#server/modules/documents/make.ts';
import type { App } from '#server/platform/app.ts';

/** The last paper of a kind of a settlement, block by block. */
async function paperBlocks(app: App, settlementId: number, kind: string): Promise<readonly Block[]> {
  const { db } = app.database;
  const row = await db
    .selectFrom('issuedDocuments')
    .select(['kind', 'factsSealed', 'factsSha256', 'templateVersion'])
    .where('settlementId', '=', settlementId)
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const form = await publishedForm(db, { kind, version: row.templateVersion });
  return printed(form, factsIn(app, row, null));
}

/** The same as it was read before it was signed. @throws Error when it has not the signatures of two */
export async function blocksBeforeSigning(app: App, settlementId: number, kind: string): Promise<Block[]> {
  const blocks = await paperBlocks(app, settlementId, kind);
  const text = blocks.filter(({ type }) => type !== 'signature');
  if (blocks.length - text.length !== 2) throw new Error('Two sign a paper');
  return text;
}

/** What the last paper of a kind of a settlement says, line by line: its words, the rows of its tables, its signatures. */
export async function paperText(app: App, settlementId: number, kind: string): Promise<string> {
  return (await paperBlocks(app, settlementId, kind))
    .flatMap((block) => {
      if (block.type === 'table') return block.rows.map((cells) => cells.join(' | '));
      return 'lines' in block ? block.lines : [block.text];
    })
    .join('\n');
}
