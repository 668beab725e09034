import { Refusal } from '#contract/kernel/errors.ts';
import type { Ctx, FileAnswer } from '#server/platform/ctx.ts';
import { sendDocument, storedColumns } from '../storage.ts';

/** The certificate of a settlement as a file. @throws Refusal `certificate.absent`, `document.unmade` */
export async function certificateOf(ctx: Ctx, settlementId: number): Promise<FileAnswer> {
  const found = await ctx.db
    .selectFrom('issuedDocuments as d')
    .select(storedColumns)
    .where(ctx.within('document', 'd'))
    .where('d.settlementId', '=', settlementId)
    .where('d.kind', '=', 'certificate')
    .where('d.status', '=', 'issued')
    .executeTakeFirst();
  if (!found) throw new Refusal('certificate.absent');
  return sendDocument(ctx, found);
}
